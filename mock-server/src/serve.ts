import { checkAnswer, describeFault } from 'contracts/check'
import { API_PREFIX } from 'contracts/client'
import type { Answer, BodyOf, Endpoint, ParamsOf, QueryOf, StatusOf } from 'contracts/endpoint'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { customerOfToken } from './access-tokens.ts'
import { refuseWithMessage, validationList, validationMap } from './failures.ts'
import { ORIGIN_MARK, originOf } from './origin.ts'
import type { CustomerRow } from './resources/customer.ts'
import type { World } from './world.ts'

/** What a handler is given: who asks, what was asked, and the world to answer from. */
export type Call<E extends Endpoint> = {
  world: World
  params: ParamsOf<E>
  query: QueryOf<E>
  body: BodyOf<E>
  /** The customer behind the token. Null only on endpoints that need none. */
  customer: E['auth'] extends 'bearer'
    ? E extends { openWith: string }
      ? CustomerRow | null
      : CustomerRow
    : null
  /** Scheme, host and port by which the caller reached us. */
  origin: string
  header: (name: string) => string | undefined
}

/** Answers that are already JSON text: rows keep theirs, so that lists are joined and not built. */
export type JsonText<S extends number> = { status: S; text: string }

export type Handler<E extends Endpoint> = (
  call: Call<E>,
) => Answer<E> | JsonText<StatusOf<E>> | Promise<Answer<E> | JsonText<StatusOf<E>>>

/** A handler for every endpoint of a resource; one missing is a compile error. */
export type Handlers<R extends Record<string, Endpoint>> = { [K in keyof R]: Handler<R[K]> }

export type ServeOptions = {
  worldOf: (request: FastifyRequest) => World
  /** Told of answers that break their contract; the caller then gets a 500 that says so. Absent: not checked. */
  onBrokenAnswer?: (key: string, faults: string[]) => void
}

/** Turns one declaration and its handler into a route: who asks, parse, handle, check the answer, send. */
export function serve<E extends Endpoint>(
  app: FastifyInstance,
  declared: E,
  handler: Handler<E>,
  options: ServeOptions,
): void {
  const key = `${declared.method} ${declared.path}`
  app.route({
    method: declared.method,
    url: API_PREFIX + declared.path.replace(/\/$/, '').replace(/\{(\w+)\}/g, ':$1'),
    handler: async (request, reply) => {
      const world = options.worldOf(request)
      const query = readQuery(declared.query, request.query)
      const customer =
        declared.auth === 'bearer' ? customerOfToken(world, request.headers.authorization) : null
      const isOpen =
        declared.openWith !== undefined && (query as Record<string, unknown>)[declared.openWith] !== undefined
      if (declared.auth === 'bearer' && customer === null && !isOpen)
        return sendUnauthenticated(request, reply)

      const refusal = readBody(declared, request.body)
      if ('status' in refusal) return reply.code(refusal.status).send(refusal.body)

      const origin = originOf(request)
      const answer = await handler({
        world,
        params: request.params as ParamsOf<E>,
        query: query as QueryOf<E>,
        body: refusal.body as BodyOf<E>,
        customer: customer as Call<E>['customer'],
        origin,
        header: (name) => {
          const value = request.headers[name.toLowerCase()]
          return Array.isArray(value) ? value[0] : value
        },
      })
      const text = ('text' in answer ? answer.text : JSON.stringify(answer.body)).replaceAll(
        ORIGIN_MARK,
        origin,
      )
      if (options.onBrokenAnswer) {
        const faults = checkAnswer(declared, answer.status, JSON.parse(text)).map(describeFault)
        if (faults.length > 0) {
          options.onBrokenAnswer(key, faults)
          return reply
            .code(500)
            .send({ message: `((The emulator broke the contract of ${key}: ${faults.join('; ')}))` })
        }
      }
      return reply.code(answer.status).type('application/json').send(text)
    },
  })
}

/** Parameters that the contract does not know, or whose value makes no sense, are left out: the host ignores them. */
function readQuery(schema: z.ZodObject | undefined, raw: unknown): Record<string, unknown> {
  const query = { ...(raw as Record<string, unknown>) }
  if (!schema) return {}
  for (;;) {
    const parsed = schema.safeParse(query)
    if (parsed.success) return parsed.data
    for (const issue of parsed.error.issues) delete query[String(issue.path[0])]
  }
}

type Refusal = { status: number; body: unknown }

function readBody(declared: Endpoint, raw: unknown): Refusal | { body: unknown } {
  if (!declared.body) return { body: undefined }
  const parsed = declared.body.safeParse(tidyInput(raw))
  if (parsed.success) return { body: parsed.data }
  // witness: 403 with a list on the family's endpoints, the framework's 422 with a map on the provider's own.
  return 403 in declared.answers
    ? { status: 403, body: validationList(parsed.error) }
    : { status: 422, body: validationMap(parsed.error) }
}

/** witness: the framework trims texts and reads an empty one as null before any rule sees them. */
function tidyInput(raw: unknown): Record<string, unknown> {
  if (raw === null || typeof raw !== 'object' || Array.isArray(raw)) return {}
  return Object.fromEntries(
    Object.entries(raw).map(([name, value]) => [name, typeof value === 'string' ? value.trim() : value]),
  )
}

function sendUnauthenticated(request: FastifyRequest, reply: FastifyReply) {
  const wantsJson =
    request.headers.accept?.includes('json') || request.headers['x-requested-with'] === 'XMLHttpRequest'
  // witness: a caller that does not ask for JSON is sent to a page of its own, which answers the family's list.
  if (!wantsJson) return reply.redirect('/authentication-failed', 302)
  const { status, body } = refuseWithMessage(401, 'Unauthenticated.')
  return reply.code(status).send(body)
}
