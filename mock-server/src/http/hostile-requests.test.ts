import { api } from 'contracts/api'
import { API_PREFIX } from 'contracts/client'
import type { Endpoint } from 'contracts/endpoint'
import { PaymentRequest } from 'contracts/payments'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { control } from '../control-api/control.ts'
import { createEmulator } from '../emulator.ts'

/** An endpoint, with its declared statuses; null if any status below 500 is valid. */
type Target = {
  method: string
  path: string
  query?: z.ZodObject | undefined
  body?: z.ZodType | undefined
  statuses: readonly string[] | null
}

const targetsOf = (prefix: string, resources: object): Target[] =>
  Object.values(resources)
    .flatMap((resource) => Object.values<Endpoint>(resource))
    .map(({ method, path, query, body, responses }) => ({
      method,
      path: prefix + path,
      query,
      body,
      statuses: Object.keys(responses),
    }))

/** Routes without a contract: payments, images, map and pages. */
const UNDECLARED_ROUTES: Target[] = [
  { method: 'POST', path: '/v3/payments', body: PaymentRequest },
  {
    method: 'POST',
    path: '/__emulator/payments',
    body: z.object({ request: PaymentRequest, method: z.string() }),
  },
  { method: 'DELETE', path: '/api/v1/products/{none}' },
  ...[
    '/v3/transactions/{id}/verify',
    '/v3/transactions/verify_by_reference',
    '/api/v1/{none}',
    '/__emulator/payments/hosted/{ref}',
    '/__emulator/checkout/{ref}',
    '/__emulator/{none}',
    '/__emulator/maps/tiles/{z}/{x}/{y}.svg',
    '/__emulator/maps/places',
    '/product/{file}',
    '/storage/category/{file}',
  ].map((path) => ({ method: 'GET', path })),
].map((route) => ({
  ...route,
  query: z.object({ tx_ref: z.string(), status: z.string(), q: z.string(), lat: z.string() }).partial(),
  statuses: null,
}))

const TARGETS = [...targetsOf(API_PREFIX, api), ...targetsOf('/__emulator', control), ...UNDECLARED_ROUTES]

/** Statuses that are valid for a malformed request, but not declared. */
const UNDECLARED_STATUSES = ['302', '400', '404', '413', '414', '415', '431']

const hostileText = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom(
    '',
    '__proto__',
    "' OR 1=1 --",
    '../../etc/passwd',
    '\0',
    '\uD800',
    '%',
    '1e999',
    '<b>x</b>',
    'x'.repeat(5000),
  ),
)

type JsonSchema = Exclude<z.core.JSONSchema._JSONSchema, boolean>

/** Generates values of a JSON Schema. One in ten, at every level, is any other JSON value. */
function valuesOf(schema: JsonSchema | boolean | undefined, root: JsonSchema): fc.Arbitrary<unknown> {
  const oneOfTen = (fitting: fc.Arbitrary<unknown>) =>
    fc.oneof({ weight: 9, arbitrary: fitting }, { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 2 }) })
  if (typeof schema !== 'object') return fc.jsonValue()
  if (schema.$ref) return valuesOf(root.$defs?.[schema.$ref.replace('#/$defs/', '')], root)
  if ('const' in schema) return oneOfTen(fc.constant(schema.const))
  if (schema.enum) return oneOfTen(fc.constantFrom(...schema.enum))
  const members = schema.anyOf ?? schema.oneOf
  if (members) return fc.oneof(...members.map((member) => valuesOf(member, root)))
  if (schema.type === 'object') {
    const fields: Record<string, fc.Arbitrary<unknown>> = {}
    for (const [name, field] of Object.entries(schema.properties ?? {})) fields[name] = valuesOf(field, root)
    return oneOfTen(fc.record(fields, { requiredKeys: schema.required ?? [] }))
  }
  if (schema.type === 'array') {
    const item = Array.isArray(schema.items) ? undefined : schema.items
    return oneOfTen(fc.array(valuesOf(item, root), { maxLength: 4 }))
  }
  if (schema.type === 'integer' || schema.type === 'number')
    return oneOfTen(fc.oneof(fc.integer({ min: 1, max: 600 }), fc.integer(), fc.double()))
  if (schema.type === 'boolean') return oneOfTen(fc.boolean())
  return oneOfTen(fc.oneof(hostileText, fc.emailAddress()))
}

function valuesOfZod(schema: z.ZodType): fc.Arbitrary<unknown> {
  const json = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema
  return valuesOf(json, json)
}

const OTHER_TYPES = ['application/x-www-form-urlencoded', 'multipart/form-data', 'text/plain']

const requestTo = (target: Target) =>
  fc.record({
    target: fc.constant({ ...target, [fc.toStringMethod]: () => `${target.method} ${target.path}` }),
    params: fc.tuple(...['z', 'x', 'y'].map(() => fc.oneof(fc.integer({ min: 1, max: 600 }), hostileText))),
    query: target.query ? valuesOfZod(target.query) : fc.constant({}),
    body: fc.oneof(
      { weight: 8, arbitrary: (target.body ? valuesOfZod(target.body) : fc.jsonValue()).map(toJson) },
      { weight: 1, arbitrary: fc.constantFrom('{', '[1,', 'a=1&b[0][c]=2', 'null', '['.repeat(50_000)) },
    ),
    type: fc.oneof(
      { weight: 8, arbitrary: fc.constant('application/json') },
      { weight: 1, arbitrary: fc.constantFrom(...OTHER_TYPES) },
    ),
    isLoggedIn: fc.boolean(),
    accept: fc.constantFrom('application/json', '*/*'),
  })

const toJson = (value: unknown) => JSON.stringify(value) ?? 'null'

/** Replaces lone surrogates, which URLs cannot encode. */
const wellFormed = (value: unknown) =>
  Buffer.from(typeof value === 'string' ? value : toJson(value), 'utf8').toString('utf8')

const HOST_FAILURE = '{"message":"Server Error"}'
const PAGE_OF_FAILURE = '<!DOCTYPE html><title>Server Error</title><h1>500 Server Error</h1>'

const SLOW_RUN_MS = 300_000

test(
  'no schema-derived or hostile request causes an error of the emulator, an undeclared status or a violation',
  async () => {
    const emulator = await createEmulator({ seed: 'hostile', checks: 'all' })
    const token = emulator.tokenOf()
    const requests = fc.oneof(...TARGETS.map(requestTo))
    await fc.assert(
      fc.asyncProperty(requests, async ({ target, params, query, body, type, isLoggedIn, accept }) => {
        const values = [...params]
        const path = target.path.replace(/\{\w+\}/g, () => encodeURIComponent(wellFormed(values.pop())))
        const search = new URLSearchParams(
          Object.entries(Object(query)).map(([name, value]) => [wellFormed(name), wellFormed(value)]),
        )
        // Waiting for a message would only slow the run down.
        if (target.path.endsWith('/outbox/wait')) search.set('timeout', '1ms')
        const response = await emulator.fetch(`http://localhost${path}?${search}`, {
          method: target.method,
          redirect: 'manual',
          headers: {
            Accept: accept,
            'Content-Type': type,
            // The control API can break responses on purpose.
            'X-Emulator-World': target.path.startsWith('/__emulator') ? 'control' : 'default',
            ...(isLoggedIn ? { Authorization: `Bearer ${token}` } : {}),
          },
          ...(target.method === 'GET' ? {} : { body }),
        })
        const text = await response.text()
        const status = String(response.status)
        // The host itself fails for some input, and says nothing else.
        if (response.status === 500) expect([HOST_FAILURE, PAGE_OF_FAILURE], text).toContain(text)
        else if (target.statuses) expect([...target.statuses, ...UNDECLARED_STATUSES], text).toContain(status)
        expect(text).not.toMatch(/\n\s+at .*:\d+:\d+/)
      }),
      { numRuns: 3000, seed: 1 },
    )
    expect(emulator.invalidResponses).toEqual([])
    expect(emulator.worlds.default.db.pragma('integrity_check', { simple: true })).toBe('ok')
    await emulator.close()
  },
  SLOW_RUN_MS,
)
