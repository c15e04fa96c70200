import { checkResponse } from 'contracts/check'
import { API_PREFIX } from 'contracts/client'
import type { BodyOf, Endpoint, ParamsOf, QueryOf } from 'contracts/endpoint'
import { describeFinding } from 'contracts/finding'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { changeBody, changesBody } from '../faults/effects.ts'
import { customerOfToken } from '../world/access-tokens.ts'
import type { Handler, HandlerInput, Handlers } from './handler.ts'
import { firstIssue, readBody, readQuery, sendUnauthenticated } from './request/read-request.ts'
import { contractViolations } from './request/request-input.ts'
import { originOf, withOrigin } from './response/origin.ts'
import { PreparedResponses, prepare, sendPrepared, sendShared } from './response/prepared-responses.ts'

/** Which responses to validate: all, the first five per endpoint and then one in a hundred, or none. */
export type ResponseChecks = 'all' | 'sampled' | 'off'

export type ServeOptions = {
  /** Path prefix of the API. */
  prefix: string
  checks: ResponseChecks
  /** Rejects undeclared input instead of recording it in the journal. */
  strict: boolean
  /** Called with each response that violates its contract; the client receives a 500. */
  onInvalidResponse: (key: string, violations: string[]) => void
}

const SAMPLE_FIRST = 5
const SAMPLE_EVERY = 100

/** Registers every endpoint of an API with its handler. */
export function serveEndpoints<A extends Record<string, Record<string, Endpoint>>>(
  app: FastifyInstance,
  api: A,
  resources: { [R in keyof A]: Handlers<A[R]> },
  options: ServeOptions,
): void {
  const serve = createServe(app, options)
  for (const [resource, endpoints] of Object.entries(api)) {
    // The type of `resources` pairs each handler with its endpoint. The loop cannot express this pairing.
    const handlers = resources[resource] as unknown as Record<string, Handler<Endpoint>>
    for (const [name, declared] of Object.entries(endpoints))
      serve(declared, handlers[name] as Handler<Endpoint>)
  }
}

/** Creates a function that registers an endpoint's route, which authenticates, parses, handles, validates and responds. */
function createServe(app: FastifyInstance, options: ServeOptions) {
  const responses = new PreparedResponses()
  const { prefix } = options

  return function serve<E extends Endpoint>(declared: E, handler: Handler<E>): void {
    const key = `${declared.method} ${prefix === API_PREFIX ? '' : prefix}${declared.path}`
    const shareable = declared.method === 'GET' && declared.auth === 'none' && prefix === API_PREFIX
    let sent = 0

    const isChecked = () => {
      if (options.checks !== 'sampled') return options.checks === 'all'
      return ++sent <= SAMPLE_FIRST || sent % SAMPLE_EVERY === 0
    }
    const isShared = (request: FastifyRequest) =>
      shareable && !options.strict && !request.activeFaults.some(changesBody)

    const respond = async (request: FastifyRequest, reply: FastifyReply) => {
      const { world } = request
      const refused = refuseViolations(declared, request, options.strict)
      if (refused) return reply.code(refused.status).send(refused.body)

      if (prefix !== API_PREFIX) {
        // The control API rejects invalid parameters; the host ignores them.
        const parsed = declared.query?.safeParse(request.query)
        if (parsed?.error) return reply.code(400).send({ message: firstIssue(parsed.error) })
      }
      const query = readQuery(declared.query, request.query)
      const customer =
        declared.auth === 'bearer' ? customerOfToken(world, request.headers.authorization) : null
      request.customerId = customer?.id ?? null
      const isOpen = declared.openWith !== undefined && query[declared.openWith] !== undefined
      if (declared.auth === 'bearer' && customer === null && !isOpen)
        return sendUnauthenticated(request, reply)

      const read = readBody(declared, request)
      if ('refusal' in read) {
        if (read.refusal === 'redirect') return reply.redirect('/', 302)
        return reply.code(read.refusal.status).send(read.refusal.body)
      }
      const origin = originOf(request)
      const { version } = world
      const response = await handler({
        world,
        params: request.params as ParamsOf<E>,
        query: query as QueryOf<E>,
        body: read.body as BodyOf<E>,
        customer: customer as HandlerInput<E>['customer'],
        origin,
        header: (name) => {
          const value = request.headers[name.toLowerCase()]
          return Array.isArray(value) ? value[0] : value
        },
        note: (text) => {
          request.note = text
        },
      })
      let text = withOrigin(response.body, origin)
      if (isChecked()) {
        const violations = checkResponse(declared, response.status, JSON.parse(text)).map(describeFinding)
        if (violations.length > 0) {
          options.onInvalidResponse(key, violations)
          return reply.code(500).send({
            message: `((The emulator's response violates the contract of ${key}: ${violations.join('; ')}))`,
          })
        }
      }
      const schema = declared.responses[response.status]
      if (schema && request.activeFaults.some(changesBody)) text = changeBody(text, schema, request)
      const prepared = prepare(text)
      if (isShared(request) && response.status === 200) {
        responses.keep(world, cacheKeyOf(declared, request), prepared, version)
        return sendShared(request, reply, prepared)
      }
      // Customer data must not be cached, because the browser would still show it after logout.
      if (declared.auth === 'bearer') reply.header('cache-control', 'private, no-store')
      return sendPrepared(request, reply.code(response.status), prepared)
    }

    app.route({
      method: declared.method,
      url: prefix + declared.path.replace(/\/$/, '').replace(/\{(\w+)\}/g, ':$1'),
      config: { declared },
      handler: (request, reply) => {
        request.declared = declared
        const prepared = isShared(request)
          ? responses.find(request.world, cacheKeyOf(declared, request))
          : undefined
        if (!prepared) return respond(request, reply)
        // Hot path: returns nothing, because Fastify would await a promise.
        sendShared(request, reply, prepared)
      },
    })
  }
}

/**
 * Returns the cache key of a shared response: the emulator's origin and the requested URL. Undeclared parameters are
 * ignored.
 */
function cacheKeyOf(declared: Endpoint, request: FastifyRequest): string {
  const at = request.url.indexOf('?')
  if (at === -1) return `${originOf(request)} ${request.url}`
  const requested = request.query as Record<string, unknown>
  const known = Object.keys(declared.query?.shape ?? {}).map((name) => requested[name] ?? null)
  return `${originOf(request)} ${request.url.slice(0, at)} ${JSON.stringify(known)}`
}

function refuseViolations(declared: Endpoint, request: FastifyRequest, strict: boolean) {
  if (!strict) return null
  const violations = contractViolations(declared, { query: request.query, body: request.body })
  if (violations.length === 0) return null
  return { status: 400, body: { message: `((Refused by --strict: ${violations.join('; ')}.))` } }
}
