import type { Endpoint } from 'contracts/endpoint'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { refuseWithMessage, validationList, validationMap } from '../response/failures.ts'
import { validateInput } from './request-input.ts'

/** Removes unknown parameters and invalid values, because the host ignores them. */
export function readQuery(schema: z.ZodObject | undefined, raw: unknown): Record<string, unknown> {
  if (!schema) return {}
  const query = { ...(raw as Record<string, unknown>) }
  for (;;) {
    const parsed = schema.safeParse(query)
    if (parsed.success) return parsed.data
    for (const issue of parsed.error.issues) delete query[String(issue.path[0])]
  }
}

/** The parsed body, or the response that refuses an invalid body. */
type Read = { body: unknown } | { refusal: 'redirect' | { status: number; body: unknown } }

export function readBody(declared: Endpoint, request: FastifyRequest): Read {
  if (!declared.body) return { body: undefined }
  // assumed: query parameters count as input too, so the id of a DELETE may be in the query or the body.
  const query = request.query as object
  const body = isObject(request.body) ? request.body : {}
  const parsed = validateInput(declared.body, Object.keys(query).length === 0 ? body : { ...query, ...body })
  if (parsed.success) return { body: parsed.data }
  // The control API returns one message.
  if (!(403 in declared.responses || 422 in declared.responses)) {
    return { refusal: { status: 400, body: { message: firstIssue(parsed.error) } } }
  }
  // Source R1, R2: the family's endpoints return 403 with a list. assumed: the provider's own endpoints return the
  // framework's 422 with a map, and redirect clients that do not accept JSON.
  if (403 in declared.responses) return { refusal: { status: 403, body: validationList(parsed.error) } }
  return { refusal: wantsJson(request) ? { status: 422, body: validationMap(parsed.error) } : 'redirect' }
}

/** Returns the first validation error of a control API request as one message. */
export function firstIssue(error: z.ZodError): string {
  const [issue] = error.issues
  if (!issue) return '((The body is invalid.))'
  return issue.message.startsWith('((')
    ? issue.message
    : `((${issue.path.join('.') || 'the body'}: ${issue.message}.))`
}

function isObject(value: unknown): value is object {
  return value !== null && typeof value === 'object' && !Array.isArray(value)
}

/** Whether a client accepts JSON, by the framework's rules. */
export function wantsJson(request: FastifyRequest): boolean {
  return (
    (request.headers.accept?.includes('json') ?? false) ||
    request.headers['x-requested-with'] === 'XMLHttpRequest'
  )
}

/** Responds to a request without a valid token. */
export function sendUnauthenticated(request: FastifyRequest, reply: FastifyReply) {
  // Source R1: a client that does not accept JSON is redirected to a page that returns the family's error list.
  // Source R2: later builds return that list directly.
  if (!wantsJson(request)) {
    return request.world.profile === '7.1'
      ? reply.redirect('/authentication-failed', 302)
      : reply.code(401).send({ errors: [{ code: 'auth-001', message: 'Unauthenticated.' }] })
  }
  const { status, body } = refuseWithMessage(401, 'Unauthenticated.')
  return reply.code(status).send(body)
}
