import { checkResponse } from 'contracts/check'
import type { BodyOf, Endpoint, ParamsOf, QueryOf } from 'contracts/endpoint'
import { describeFinding } from 'contracts/finding'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { contractViolations } from '../contract-input.ts'
import { isSince } from '../provider/builds.ts'
import type { ExtensionName } from '../provider/extensions.ts'
import { customerOfToken } from '../world/access-tokens.ts'
import { sendRedirect } from './error-responses.ts'
import { changeBody, changesBody } from './fault-effects.ts'
import {
  type Handler,
  type HandlerInput,
  type IsMissing,
  pairWithHandlers,
  type ResourceHandlers,
} from './handler.ts'
import {
  fieldsOf,
  isValidatedByDefault,
  methodOf,
  type Refusal,
  readBody,
  readQuery,
  refuseBody,
  refuseControlInput,
  refuseUnauthenticated,
} from './request/read-request.ts'
import { originOf, withOrigin } from './response/origin.ts'
import { encodeBody, ResponseCache, sendEncoded, sendWithEtag } from './response/response-cache.ts'

/** Which responses to check: all, the first five per endpoint and then one in a hundred, or none. */
export type ResponseChecks = 'all' | 'sampled' | 'off'

export type ServeOptions = {
  prefix: string
  /** Whether the provider's rules for input apply, which ignore invalid parameters. The control API refuses them. */
  isProvider: boolean
  checks: ResponseChecks
  isMissing: IsMissing
  /** Whether requests are counted, so that other headers state the limit. */
  isThrottled: boolean
  /** Rejects undeclared input instead of recording it in the journal. */
  strict: boolean
  /** Called with each response that violates its contract; the client receives a 500. */
  onInvalidResponse: (key: string, violations: string[]) => void
}

const SAMPLE_FIRST = 5
const SAMPLE_EVERY = 100

export function serveEndpoints<A extends Record<string, Record<string, Endpoint>>>(
  app: FastifyInstance,
  api: A,
  resources: ResourceHandlers<A>,
  options: ServeOptions,
): void {
  const cache = new ResponseCache()
  for (const route of pairWithHandlers(api, resources))
    serveRoute(app, { ...route, cache, shouldCheck: createSampler(options.checks), ...options })
}

type Route = ServeOptions & {
  endpoint: Endpoint
  handler: Handler<Endpoint>
  /** Cached responses that are the same for every client. */
  cache: ResponseCache
  /** Whether to check the next response. */
  shouldCheck: () => boolean
}

/** Creates a function that returns whether to check the next response of an endpoint. */
export function createSampler(checks: ResponseChecks): () => boolean {
  let sent = 0
  if (checks !== 'sampled') return () => checks === 'all'
  return () => ++sent <= SAMPLE_FIRST || sent % SAMPLE_EVERY === 0
}

function serveRoute(app: FastifyInstance, route: Route): void {
  const { endpoint, isProvider, isThrottled, prefix, cache } = route
  const url = prefix + endpoint.path.replace(/\/$/, '').replace(/\{(\w+)\}/g, ':$1')
  const handler = (request: FastifyRequest, reply: FastifyReply) => {
    request.endpoint = endpoint
    const encoded = isCacheable(route, request)
      ? cache.get(request.world, cacheKeyOf(endpoint, request))
      : undefined
    if (!encoded) return respond(route, request, reply)
    if (!isThrottled) reply.headers(LIFTED_LIMIT)
    request.cacheableVersion = isThrottled ? null : request.world.version
    // Hot path: returns nothing, because Fastify would await a promise.
    sendWithEtag(request, reply, encoded)
  }
  const { method } = endpoint
  const config = { endpoint }
  if (!isProvider || method !== 'POST') app.route({ method, url, config, handler })
  if (!isProvider) return
  app.route({
    method: 'POST',
    url,
    config,
    handler: (request, reply) =>
      methodOf(request) === method ? handler(request, reply) : reply.callNotFound(),
  })
}

/** Recorded: the headers of the host while its limit is lifted. With `--throttle`, they count. */
const LIFTED_LIMIT = { 'x-ratelimit-limit': '6000', 'x-ratelimit-remaining': '5999' }

/** Whether the response is the same for every client that requests the URL. A POST that stands for a GET has a body. */
function isCacheable({ endpoint, isProvider, strict }: Route, request: FastifyRequest): boolean {
  const isPublicRead = endpoint.method === 'GET' && endpoint.auth === 'none' && isProvider
  return isPublicRead && request.method !== 'POST' && !strict && !request.activeFaults.some(changesBody)
}

async function respond(route: Route, request: FastifyRequest, reply: FastifyReply) {
  const { endpoint, handler, cache } = route
  if (route.isMissing(endpoint, request.world)) return reply.callNotFound()
  const result = readInput(route, request)
  if ('redirect' in result) return sendRedirect(request, reply, result.redirect)
  if ('status' in result) return reply.code(result.status).send(result.body)
  if (route.isProvider && !route.isThrottled) reply.headers(LIFTED_LIMIT)
  const { version } = request.world
  const response = await handler(result.input)
  const text = withOrigin(response.body, result.input.origin)
  const problem = route.shouldCheck() ? checkAndReport(route, response.status, text) : null
  if (problem !== null) return reply.code(500).send({ message: problem })
  const schema = endpoint.responses[response.status]
  const isChanged = schema && request.activeFaults.some(changesBody)
  const encoded = encodeBody(isChanged ? changeBody(text, schema, request) : text)
  if (isCacheable(route, request) && response.status === 200) {
    cache.set(request.world, cacheKeyOf(endpoint, request), encoded, version)
    return sendWithEtag(request, reply, encoded)
  }
  return sendEncoded(request, reply.code(response.status), encoded)
}

function readInput(
  { endpoint, isProvider, strict }: Route,
  request: FastifyRequest,
): { input: HandlerInput<Endpoint> } | Refusal {
  const refused = refuseViolations(endpoint, request, strict)
  if (refused) return refused
  const invalid = isProvider ? undefined : endpoint.query?.safeParse(request.query).error
  if (invalid) return refuseControlInput(invalid, 'the query')
  const query = readQuery(endpoint.query, request.query)
  const customer =
    endpoint.auth === 'bearer' ? customerOfToken(request.world, request.headers.authorization) : null
  request.customerId = customer?.id ?? null
  const isOpen =
    (endpoint.guestsFrom !== undefined && isSince(request.world.build, endpoint.guestsFrom)) ||
    (endpoint.openWith !== undefined &&
      query[endpoint.openWith.query] !== undefined &&
      request.world.extensions[endpoint.openWith.extension as ExtensionName])
  if (endpoint.auth === 'bearer' && customer === null && !isOpen) return refuseUnauthenticated(request)
  const isBodyChecked = !isProvider || isValidatedByDefault(endpoint)
  const body = endpoint.body && isBodyChecked ? readBody(endpoint.body, request) : undefined
  if (body?.error)
    return isProvider ? refuseBody(request, body.error) : refuseControlInput(body.error, 'the body')
  return {
    input: {
      world: request.world,
      params: request.params as ParamsOf<Endpoint>,
      query: query as QueryOf<Endpoint>,
      body: body?.data as BodyOf<Endpoint>,
      fields: fieldsOf(request),
      // Guests have been refused, unless the endpoint is open to them.
      customer: customer as HandlerInput<Endpoint>['customer'],
      origin: originOf(request),
      header: (name) => [request.headers[name.toLowerCase()]].flat()[0],
      note: (text) => {
        request.note = text
      },
    },
  }
}

/**
 * Checks a response, and reports one that violates its contract. @returns the message for the client; null if the
 * response is valid
 */
function checkAndReport({ endpoint, prefix, isProvider, ...route }: Route, status: number, text: string) {
  const violations = checkResponse(endpoint, status, JSON.parse(text)).map(describeFinding)
  if (violations.length === 0) return null
  const key = `${endpoint.method} ${isProvider ? '' : prefix}${endpoint.path}`
  route.onInvalidResponse(key, violations)
  return `((The emulator's response violates the contract of ${key}: ${violations.join('; ')}))`
}

/** Ignores undeclared parameters. The response contains the origin. */
function cacheKeyOf(endpoint: Endpoint, request: FastifyRequest): string {
  const at = request.url.indexOf('?')
  if (at === -1) return `${originOf(request)} ${request.url}`
  const query = request.query as Record<string, unknown>
  const values = Object.keys(endpoint.query?.shape ?? {}).map((name) => query[name] ?? null)
  return `${originOf(request)} ${request.url.slice(0, at)} ${JSON.stringify(values)}`
}

function refuseViolations(endpoint: Endpoint, request: FastifyRequest, strict: boolean) {
  if (!strict) return null
  const violations = contractViolations(endpoint, { query: request.query, body: request.body })
  if (violations.length === 0) return null
  return { status: 400, body: { message: `((Refused by --strict: ${violations.join('; ')}.))` } }
}
