import { api } from 'contracts/api'
import { API_PREFIX } from 'contracts/client'
import type { Endpoint } from 'contracts/endpoint'
import { PaymentRequest } from 'contracts/payments'
import { control } from 'mock-server/control/contract'
import type { RandomSource } from 'mock-server/world/random-source'
import { z } from 'zod'
import { hostileText, oddValue, pick, valueFor } from './random-input.ts'

/** An endpoint to which hostile requests are sent, and its valid statuses. */
export type Target = {
  method: Endpoint['method']
  /** Path template, including the prefix, with parameters in braces. */
  path: string
  query: z.ZodObject | undefined
  body: z.ZodObject | undefined
  /** Method and path, for messages. */
  name: string
  /** Declared statuses. Null if any status below 500 is valid. */
  statuses: ReadonlySet<string> | null
  /** Whether the request is sent in a separate world, because the control API can break responses on purpose. */
  isControl: boolean
}

type Route = [method: Endpoint['method'], path: string, body?: z.ZodObject]

const Charge = z.object({
  request: PaymentRequest,
  method: z.enum(['card', 'mobilemoney', 'ussd']),
  input: z.object({ number: z.string(), phone: z.string(), otp: z.string() }).partial(),
})

/** Routes without a contract: payments, images, map and pages. */
const ROUTES: readonly Route[] = [
  ['POST', '/v3/payments', PaymentRequest],
  ['GET', '/v3/transactions/{id}/verify'],
  ['GET', '/v3/transactions/verify_by_reference'],
  ['GET', '/v3.js'],
  ['GET', '/api/v1/{none}'],
  ['DELETE', '/api/v1/products/{none}'],
  ['POST', '/__emulator/payments', Charge],
  ['GET', '/__emulator/payments/{id}'],
  ['GET', '/__emulator/payments/by-reference/{ref}'],
  ['GET', '/__emulator/payments/hosted/{ref}'],
  ['GET', '/__emulator/payments/callback'],
  ['POST', '/__emulator/payments/webhook', z.object({ data: z.object({ id: z.int(), tx_ref: z.string() }) })],
  ['GET', '/__emulator/checkout/{ref}'],
  ['GET', '/__emulator/openapi.json'],
  ['GET', '/__emulator/{none}'],
  ['GET', '/__emulator/maps/tiles/{z}/{x}/{y}.svg'],
  ['GET', '/__emulator/maps/places'],
  ['GET', '/__emulator/chat/{property}/{widget}'],
  ['GET', '/product/{file}'],
  ['GET', '/storage/product/{file}'],
  ['GET', '/storage/banner/{file}'],
  ['GET', '/storage/category/{file}'],
  ['GET', '/{base}/storage/category/{file}'],
]

function declared(prefix: string, resources: object, isControl: boolean): Target[] {
  const endpoints: Endpoint[] = Object.values(resources).flatMap((each) => Object.values(each))
  return endpoints.map((each) => ({
    method: each.method,
    query: each.query,
    body: each.body,
    path: prefix + each.path,
    name: `${each.method} ${prefix}${each.path}`,
    statuses: new Set(Object.keys(each.responses)),
    isControl,
  }))
}

export const PROVIDER = declared(API_PREFIX, api, false)
export const CONTROL = declared('/__emulator', control, true)
export const OTHERS: Target[] = ROUTES.map(([method, path, body]) => ({
  method,
  path,
  body,
  query: z.object({ tx_ref: z.string(), status: z.string(), q: z.string(), lat: z.string() }).partial(),
  name: `${method} ${path}`,
  statuses: null,
  isControl: false,
}))

/** Valid values for requests. */
type Known = { productId: string; images: readonly string[]; token: string }

export function hostileRequest(
  about: Target,
  random: RandomSource,
  known: Known,
): { url: string; init: RequestInit } {
  const path = about.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const good = name === 'file' ? pick(random, known.images) : known.productId
    return encodeURIComponent(wellFormed(random.fraction() < 0.6 ? good : hostileText(random)))
  })
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries((about.query && valueFor(about.query, random, known)) ?? {})) {
    if (value !== undefined) query.append(wellFormed(name), wellFormed(String(value)))
  }
  if (random.fraction() < 0.1) query.append(pick(random, BRACKETS), wellFormed(hostileText(random)))
  // Does not wait for messages, which would slow the run down.
  if (about.path.endsWith('/outbox/wait')) query.set('timeout', '1ms')
  const headers: Record<string, string> = {}
  if (random.fraction() < 0.9) headers.Accept = 'application/json'
  if (about.path.startsWith('/v3')) headers.Authorization = 'Bearer FLWSECK_TEST-x'
  else if (random.fraction() < 0.7) headers.Authorization = `Bearer ${known.token}`
  else if (random.fraction() < 0.5)
    headers.Authorization = pick(random, ['Bearer', 'Bearer x', 'Basic eA==', 'Bearer a.b.c'])
  if (random.fraction() < 0.2)
    headers['Idempotency-Key'] = pick(random, ['k', 'k2', 'x'.repeat(300), "' OR 1=1"])
  if (random.fraction() < 0.1)
    headers['Accept-Encoding'] = pick(random, ['br', 'gzip', 'br;q=0', '*', 'nonsense'])
  if (about.isControl) headers['X-Emulator-World'] = 'control'
  const method = about.method === 'GET' && random.fraction() < 0.05 ? 'HEAD' : about.method
  const init: RequestInit = { method, headers, redirect: 'manual' }
  if (about.method !== 'GET' && random.fraction() < 0.95)
    init.body = hostileBody(about, random, known, headers)
  const text = query.toString()
  return { url: `http://localhost${path}${text ? `?${text}` : ''}`, init }
}

function hostileBody(
  about: Target,
  random: RandomSource,
  known: Known,
  headers: Record<string, string>,
): string {
  const chance = random.fraction()
  if (chance < 0.02) return multipart(random, headers)
  headers['Content-Type'] =
    chance < 0.9
      ? 'application/json'
      : pick(random, ['application/x-www-form-urlencoded', 'text/plain', 'application/xml', 'nonsense'])
  if (chance > 0.95)
    return pick(random, ['{', '[1,', 'a=1&b[0][c]=2&b[]=3', '\0', '"text"', 'null', '[]', '{"a":1}}', DEEP])
  const body = about.body && random.fraction() < 0.92 ? valueFor(about.body, random, known) : oddValue(random)
  return JSON.stringify(body) ?? 'null'
}

const BRACKETS = ['a[b][c]', 'limit[]', '__proto__[x]', 'x', 'tx_ref[]', 'tx_ref[a]', 'tx_ref[toString]']

/** Returns a multipart form with a few parts, too many parts, or a part that is too large. */
function multipart(random: RandomSource, headers: Record<string, string>): string {
  headers['Content-Type'] = 'multipart/form-data; boundary=b'
  const [parts, length] = pick(random, [
    [3, 10],
    [1200, 0],
    [15_000, 0],
    [1, 1_000_000],
  ] as const)
  const part = `--b\r\nContent-Disposition: form-data; name=a[]\r\n\r\n${'x'.repeat(length)}\r\n`
  return `${part.repeat(parts)}--b--\r\n`
}

const DEEP = '['.repeat(50_000) + ']'.repeat(50_000)

/** Replaces lone surrogates, which cannot be encoded in a URL. */
function wellFormed(text: string): string {
  return Buffer.from(text, 'utf8').toString('utf8')
}

const RULES = [
  ...['status', 'access', 'too-large', 'redirect', 'content-type', 'cors', 'cache', 'not-json', 'encoding'],
  ...['refused', 'type', 'missing', 'extra', 'value', 'enum-value', 'format', 'null'],
]
const PLACES = [
  '$',
  '$[]',
  '$.products[].price',
  '$.products',
  '$headers.x-y',
  '$headers.content-length',
  '$status',
]
const SEEN = [
  '200',
  '500',
  '404',
  'missing',
  'null',
  'string',
  'array',
  '302 to /',
  '301 to http://a b',
  'text/html',
]

/** Generates a drift report with unusual findings. */
export function driftReport(random: RandomSource) {
  const odd = (usual: readonly string[]) =>
    random.fraction() < 0.8 ? pick(random, usual) : hostileText(random)
  const finding = () => ({
    ...{ class: 'breaking', verdict: 'cannot tell', count: 1, case: 'a case', curl: 'curl' },
    rule: pick(random, RULES),
    where: odd(PLACES),
    expected: odd(SEEN),
    actual: odd(SEEN),
  })
  const endpoint = (name: string, path: string) => ({
    ...{ name, path, method: 'GET', status: 'drift', evidence: { kind: 'live', text: 'now' } },
    findings: [finding(), finding()],
  })
  return {
    target: 'https://host.example',
    startedAt: '2026-11-20T09:00:00Z',
    endpoints: [
      endpoint('banners.list', '/banners'),
      endpoint('products.latest', '/products/latest'),
      endpoint('customer.info', pick(random, ['/customer/info', '/customer/*', '/{a}{b}{c}/{d}'])),
    ],
  }
}
