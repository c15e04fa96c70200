import { checkAnswer } from 'contracts/check'
import { API_PREFIX } from 'contracts/client'
import type { Answer, BodyOf, Endpoint, ParamsOf, QueryOf, StatusOf } from 'contracts/endpoint'
import { describeFinding } from 'contracts/finding'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { Fault } from '../control/faults-contract.ts'
import { breakContract } from '../faults/break-answer.ts'
import type { CustomerRow } from '../resources/customer.ts'
import { customerOfToken } from '../world/access-tokens.ts'
import type { World } from '../world/world.ts'
import { refuseWithMessage, validationList, validationMap } from './failures.ts'
import { ORIGIN_MARK, originOf } from './origin.ts'
import { type Prepared, PreparedAnswers, prepare, sendPrepared } from './prepared-answers.ts'
import { departures, readAs } from './request-input.ts'

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

/** How many answers are held against their contract: all, the first of each kind and then one in a hundred, none. */
export type AnswerChecks = 'all' | 'sampled' | 'off'

export type ServeOptions = {
  /** Below which path: the provider's, or the emulator's own. */
  prefix?: string
  checks: AnswerChecks
  /** Refuses what the contract does not know instead of noting it. */
  strict: boolean
  /** Told of answers that break their contract; the caller then gets a 500 that says so. */
  onBrokenAnswer: (key: string, faults: string[]) => void
}

declare module 'fastify' {
  interface FastifyRequest {
    world: World
    /** Faults that strike this call. */
    struck: Fault[]
    /** The declared endpoint that the call is for: what the journal tells. */
    declared: Endpoint | null
    customerId: number | null
  }
  interface FastifyContextConfig {
    declared?: Endpoint
  }
}

const SAMPLE_FIRST = 25
const SAMPLE_EVERY = 100

/** Turns declarations and handlers into routes: who asks, parse, handle, check the answer, send. */
export function createServe(app: FastifyInstance, options: ServeOptions) {
  const answers = new PreparedAnswers()
  const prefix = options.prefix ?? API_PREFIX

  return function serve<E extends Endpoint>(declared: E, handler: Handler<E>): void {
    const key = `${declared.method} ${prefix === API_PREFIX ? '' : prefix}${declared.path}`
    const shareable = declared.method === 'GET' && declared.auth === 'none' && prefix === API_PREFIX
    let answered = 0

    const isChecked = () => {
      if (options.checks !== 'sampled') return options.checks === 'all'
      return ++answered <= SAMPLE_FIRST || answered % SAMPLE_EVERY === 0
    }
    const isShared = (request: FastifyRequest) =>
      shareable && !options.strict && !request.struck.some(breaksContract)

    const respond = async (request: FastifyRequest, reply: FastifyReply) => {
      const { world } = request
      const refused = refuseDepartures(declared, request, options.strict)
      if (refused) return reply.code(refused.status).send(refused.body)

      if (prefix !== API_PREFIX) {
        // The control API says what it cannot read; the host passes over it.
        const parsed = declared.query?.safeParse(request.query)
        if (parsed?.error) return reply.code(400).send({ message: sentenceOf(parsed.error) })
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
      const answer = await handler({
        world,
        params: request.params as ParamsOf<E>,
        query: query as QueryOf<E>,
        body: read.body as BodyOf<E>,
        customer: customer as Call<E>['customer'],
        origin,
        header: (name) => {
          const value = request.headers[name.toLowerCase()]
          return Array.isArray(value) ? value[0] : value
        },
      })
      let text = ('text' in answer ? answer.text : JSON.stringify(answer.body)).replaceAll(
        ORIGIN_MARK,
        // trap: a text as the replacement could hold patterns of its own, such as $&.
        () => origin,
      )
      if (isChecked()) {
        const faults = checkAnswer(declared, answer.status, JSON.parse(text)).map(describeFinding)
        if (faults.length > 0) {
          options.onBrokenAnswer(key, faults)
          return reply
            .code(500)
            .send({ message: `((The emulator broke the contract of ${key}: ${faults.join('; ')}))` })
        }
      }
      const broken = request.struck.find(breaksContract)
      const schema = declared.answers[answer.status]
      if (broken && schema) text = breakText(schema, text, broken, world)
      const prepared: Prepared = prepare(text)
      if (isShared(request)) answers.keep(world, placeOf(declared, request), prepared)
      return sendPrepared(request, reply.code(answer.status), prepared)
    }

    app.route({
      method: declared.method,
      url: prefix + declared.path.replace(/\/$/, '').replace(/\{(\w+)\}/g, ':$1'),
      config: { declared },
      handler: (request, reply) => {
        request.declared = declared
        const prepared = isShared(request)
          ? answers.find(request.world, placeOf(declared, request))
          : undefined
        if (!prepared) return respond(request, reply)
        // The way of most calls: nothing is returned, since a promise would be waited for.
        sendPrepared(request, reply, prepared)
      },
    })
  }
}

/**
 * What an answer that everybody gets alike depends on beside its world: where we are, and what is asked. Parameters
 * that the contract does not know make no other answer.
 */
function placeOf(declared: Endpoint, request: FastifyRequest): string {
  const at = request.url.indexOf('?')
  if (at === -1) return `${originOf(request)} ${request.url}`
  const asked = request.query as Record<string, unknown>
  const known = Object.keys(declared.query?.shape ?? {}).map((name) => asked[name] ?? null)
  return `${originOf(request)} ${request.url.slice(0, at)} ${JSON.stringify(known)}`
}

function breaksContract({ effect }: Fault): boolean {
  return 'contract' in effect
}

function breakText(schema: z.ZodType, text: string, { effect }: Fault, world: World): string {
  if (!('contract' in effect)) return text
  return JSON.stringify(breakContract(schema, JSON.parse(text), effect.contract, world.dice, effect.at))
}

function refuseDepartures(declared: Endpoint, request: FastifyRequest, strict: boolean) {
  if (!strict) return null
  const departed = departures(declared, { query: request.query, body: request.body })
  if (departed.length === 0) return null
  return { status: 400, body: { message: `((Refused by --strict: ${departed.join('; ')}.))` } }
}

/** Parameters that the contract does not know, or whose value makes no sense, are left out: the host ignores them. */
function readQuery(schema: z.ZodObject | undefined, raw: unknown): Record<string, unknown> {
  if (!schema) return {}
  const query = { ...(raw as Record<string, unknown>) }
  for (;;) {
    const parsed = schema.safeParse(query)
    if (parsed.success) return parsed.data
    for (const issue of parsed.error.issues) delete query[String(issue.path[0])]
  }
}

type Read = { body: unknown } | { refusal: 'redirect' | { status: number; body: unknown } }

function readBody(declared: Endpoint, request: FastifyRequest): Read {
  if (!declared.body) return { body: undefined }
  // witness: query parameters count as input too, so a DELETE may carry its id in either place.
  const given = { ...(request.query as object), ...(isObject(request.body) ? request.body : {}) }
  const parsed = declared.body.safeParse(readAs(declared.body, given))
  if (parsed.success) return { body: parsed.data }
  // The emulator's own powers say it in one sentence.
  if (!(403 in declared.answers || 422 in declared.answers)) {
    return { refusal: { status: 400, body: { message: sentenceOf(parsed.error) } } }
  }
  // witness: 403 with a list on the family's endpoints, the framework's 422 with a map on the provider's own,
  // and there a caller that does not ask for JSON is sent away to a page.
  if (403 in declared.answers) return { refusal: { status: 403, body: validationList(parsed.error) } }
  return { refusal: wantsJson(request) ? { status: 422, body: validationMap(parsed.error) } : 'redirect' }
}

function sentenceOf(error: z.ZodError): string {
  const [issue] = error.issues
  if (!issue) return '((The body is wrong.))'
  return issue.message.startsWith('((')
    ? issue.message
    : `((${issue.path.join('.') || 'the body'}: ${issue.message}.))`
}

function isObject(value: unknown): value is object {
  return value !== null && typeof value === 'object' && !Array.isArray(value)
}

/** Whether a caller asks for JSON, as the framework reads it. */
export function wantsJson(request: FastifyRequest): boolean {
  return (
    (request.headers.accept?.includes('json') ?? false) ||
    request.headers['x-requested-with'] === 'XMLHttpRequest'
  )
}

function sendUnauthenticated(request: FastifyRequest, reply: FastifyReply) {
  // witness: a caller that does not ask for JSON is sent to a page of its own, which answers the family's list;
  // from 7.2 on that list comes at once.
  if (!wantsJson(request)) {
    return request.world.profile === '7.1'
      ? reply.redirect('/authentication-failed', 302)
      : reply.code(401).send({ errors: [{ code: 'auth-001', message: 'Unauthenticated.' }] })
  }
  const { status, body } = refuseWithMessage(401, 'Unauthenticated.')
  return reply.code(status).send(body)
}
