import { z } from 'zod'
import { Har } from '../harness/recording/har.ts'
import { type HarOptions, validateHar } from '../harness/validate-har.ts'
import { parseContracts } from '../src/define-contracts.ts'
import { endpoint } from '../src/endpoint.ts'
import { secret } from '../src/schema/privacy.ts'

// Recorded traffic of a small API, for tests of recordings.

const Row = z.object({ id: z.int(), name: z.string(), created_at: z.string().optional() })
const Login = z.object({ email: z.string(), pass: secret(z.string()) })
export const read = { method: 'GET', readOnly: 'a list' } as const
const contracts = {
  ...parseContracts({
    prefix: '/v2',
    origin: 'https://shop.test',
    endpoints: {
      rows: {
        details: { ...read, path: '/rows/{id}', responses: { 200: Row, 404: z.object({}) } },
        newest: { ...read, path: '/rows/newest', responses: { 200: z.array(Row) } },
      },
      more: { list: { ...read, path: '/more', responses: { 200: z.array(Row) } } },
      sessions: { get: { ...read, path: '/sessions/{token}', responses: { 200: Row } } },
      auth: { login: { method: 'POST', path: '/login', body: Login, responses: { 200: z.object({}) } } },
    },
  }),
  bounds: { numbers: {}, pastTimes: ['created_at'] },
  images: [
    {
      name: 'images.a',
      files: 'x',
      endpoint: endpoint({ method: 'GET', path: '/img/{file}', responses: {} }),
    },
  ],
}
export const ROWS = [{ id: 1, name: 'a' }]
export const HEADERS = { 'Content-Type': 'application/json', 'Access-Control-Allow-Origin': '*' }

export type Given = {
  url?: string
  method?: string
  status?: number
  body?: unknown
  headers?: Record<string, string>
  content?: object
  sent?: { headers?: Record<string, string>; body?: object; postData?: object }
  at?: string
}
const toHarHeaders = (headers: Record<string, string>) =>
  Object.entries(headers).map(([name, value]) => ({ name, value }))

/** Returns an entry of a HAR file. By default, it is a valid response from `rows.newest`. */
export function entryOf(given: Given = {}) {
  const {
    url = '/v2/rows/newest',
    method = 'GET',
    status = 200,
    body = ROWS,
    headers = HEADERS,
    sent = {},
  } = given
  return {
    startedDateTime: given.at ?? '2026-11-20T09:00:00.000Z',
    time: 40,
    request: {
      method,
      url: new URL(url, 'https://api.test').href,
      headers: toHarHeaders({ origin: 'https://shop.test', ...sent.headers }),
      postData: sent.postData ?? { text: JSON.stringify(sent.body) },
    },
    response: {
      status,
      headers: toHarHeaders(headers),
      content: { size: -1, text: JSON.stringify(body), ...given.content },
    },
  }
}
export const validateHarFile = (entries: unknown[], options: Partial<HarOptions> = {}) =>
  validateHar([Har.parse({ log: { entries } })], { contracts, target: null, emulator: null, ...options })

/** Validates responses, and returns the findings and the endpoints that were verified. */
export async function resultOf(...given: Given[]) {
  const report = await validateHarFile(given.map(entryOf))
  const rows = report.endpoints ?? []
  return {
    findings: rows.flatMap(({ name, findings }) =>
      findings.map(({ where, actual }) => `${name} ${where}: ${actual}`),
    ),
    verified: rows.filter(({ status }) => status === 'pass').map(({ name }) => name),
    summary: report.summary,
    rows,
  }
}

/** Encodes the content of a response as recording tools store bytes. */
export const encodeContent = (bytes: Buffer, more = {}) => ({
  text: bytes.toString('base64'),
  encoding: 'base64',
  ...more,
})
