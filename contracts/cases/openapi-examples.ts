import type { HostAccess } from '../harness/send/host-access.ts'
import { api } from '../src/api.ts'
import { API_PREFIX } from '../src/client.ts'
import { type Endpoint, endpointKey, endpointPattern } from '../src/endpoint.ts'
import type { EndpointExamples } from '../src/openapi.ts'
import { runProviderCases } from './run-on-emulator.ts'

/** Origin of the image URLs in the examples. */
const ORIGIN = 'https://bookshop.example'

/** The product in requests, which the demo catalogue has. */
const PRODUCT = 101

/** Lists are cut to this length, so that the document stays small. */
const LIST_LENGTH = 2

/** Source R2: Laravel's response to too many requests. */
const THROTTLED = { 429: { message: 'Too Many Attempts.' } }

/** Responses that the emulator never sends, by endpoint and status. Assumed: their texts. */
const UNSENT: Record<string, Record<number, unknown>> = {
  'POST /auth/forgot-password': {
    400: { errors: [{ code: 'config-missing', message: 'Email configuration issue.' }] },
  },
  'POST /customer/order/place': {
    422: { errors: [{ code: 'stock', message: 'The product is out of stock.' }] },
  },
}

/**
 * Sends all cases to an emulator, and returns the first successful request of each endpoint and the first response
 * with each status. Lists are shortened, and tokens replaced.
 */
export async function collectExamples(
  host: HostAccess,
  token: string,
): Promise<Record<string, EndpointExamples>> {
  const routes = Object.values(api)
    .flatMap((resource): Endpoint[] => Object.values(resource))
    .map((endpoint) => ({
      key: endpointKey(endpoint),
      endpoint,
      pattern: endpointPattern(endpoint.path, API_PREFIX),
    }))
  const examples = Object.fromEntries(
    routes.map(({ key }): [string, EndpointExamples] => [
      key,
      { parameters: {}, responses: { ...THROTTLED, ...UNSENT[key] } },
    ]),
  )
  const fetchAndRecord: typeof fetch = async (input, init) => {
    const request = new Request(input, init)
    const response = await (host.fetch ?? fetch)(input, init)
    const { pathname, searchParams } = new URL(request.url)
    const route = routes.find(
      ({ endpoint, pattern }) => endpoint.method === request.method && pattern.test(pathname),
    )
    const example = route && examples[route.key]
    if (!example) return response
    const body = await request.text()
    if (response.ok) {
      const sent = { ...Object.fromEntries(searchParams), ...route.pattern.exec(pathname)?.groups }
      example.parameters = { ...sent, ...example.parameters }
      if (body !== '') example.body ??= JSON.parse(body)
    }
    example.responses[response.status] ??= shorten(JSON.parse(await response.clone().text()))
    return response
  }
  const { email = '', password = '' } = host.credentials ?? {}
  await runProviderCases({
    origin: ORIGIN,
    fetch: fetchAndRecord,
    token,
    values: { email, password, productId: PRODUCT, productIds: [String(PRODUCT)] },
  })
  // The successful reset of a password requires the code from an e-mail, which no case knows.
  const reset_token = await host.codeFor?.(email)
  const reset = { email_or_phone: email, reset_token }
  await send(fetchAndRecord, 'POST', '/auth/verify-token', reset)
  await send(fetchAndRecord, 'PUT', '/auth/reset-password', {
    ...reset,
    password,
    confirm_password: password,
  })
  addEqualResponses(
    routes.map(({ endpoint }) => endpoint),
    examples,
  )
  return examples
}

function send(through: typeof fetch, method: string, path: string, body: object) {
  return through(`${ORIGIN}${API_PREFIX}${path}`, {
    method,
    headers: { 'content-type': 'application/json', accept: 'application/json' },
    body: JSON.stringify(body),
  })
}

function shorten(body: unknown): unknown {
  return JSON.parse(
    JSON.stringify(body, (key, value) => {
      if (key === 'token') return 'a-token-of-the-host'
      return Array.isArray(value) ? value.slice(0, LIST_LENGTH) : value
    }),
  )
}

/**
 * Fills statuses that were not sent, from responses with the same schema: of the same endpoint, or of the same
 * status.
 */
function addEqualResponses(endpoints: readonly Endpoint[], examples: Record<string, EndpointExamples>): void {
  for (const endpoint of endpoints) {
    const responses = examples[endpointKey(endpoint)]?.responses ?? {}
    for (const [status, schema] of Object.entries(endpoint.responses)) {
      const equalStatusOf = (other: Endpoint) =>
        Object.keys(other.responses).find(
          (each) => other.responses[Number(each)] === schema && (other === endpoint || each === status),
        )
      responses[Number(status)] ??= [endpoint, ...endpoints]
        .map((other) => examples[endpointKey(other)]?.responses[Number(equalStatusOf(other))])
        .find((body) => body !== undefined)
    }
  }
}
