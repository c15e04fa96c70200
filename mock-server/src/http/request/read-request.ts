import { isPlainObject } from 'contracts/describe-value'
import type { Endpoint } from 'contracts/endpoint'
import type { FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { validateInput } from '../../request-input.ts'
import { refuseWithMessage, validationList, validationMap } from '../response/failures.ts'

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

/** A response instead of the handler's. */
export type Refusal = { status: number; body: unknown } | { redirect: string }

/** Reads a body as PHP would. Query parameters count as input too (assumed), so a DELETE may have its id in either. */
export function readBody(schema: z.ZodObject, request: FastifyRequest): z.ZodSafeParseResult<unknown> {
  const query = request.query as object
  const body = isPlainObject(request.body) ? request.body : {}
  return validateInput(schema, Object.keys(query).length === 0 ? body : { ...query, ...body })
}

/**
 * Returns the provider's response to an invalid body. Source R1, R2: the family's endpoints return 403 with a list.
 * assumed: the provider's own endpoints return the framework's 422 with a map, and redirect clients that do not accept JSON.
 */
export function refuseBody(declared: Endpoint, request: FastifyRequest, error: z.ZodError): Refusal {
  if (403 in declared.responses) return { status: 403, body: validationList(error) }
  return wantsJson(request) ? { status: 422, body: validationMap(error) } : { redirect: '/' }
}

/** Returns the control API's response to invalid input: the first error as one message. */
export function refuseControlInput(error: z.ZodError): Refusal {
  const [issue] = error.issues
  const message = issue?.message.startsWith('((')
    ? issue.message
    : `((${issue?.path.join('.') || 'the body'}: ${issue?.message}.))`
  return { status: 400, body: { message } }
}

/** Whether a client accepts JSON, by the framework's rules. */
export function wantsJson(request: FastifyRequest): boolean {
  return (
    (request.headers.accept?.includes('json') ?? false) ||
    request.headers['x-requested-with'] === 'XMLHttpRequest'
  )
}

/**
 * Returns the response to a request without a valid token. Source R1: a client that does not accept JSON is redirected to a
 * page that returns the family's error list. Source R2: later builds return that list directly.
 */
export function refuseUnauthenticated(request: FastifyRequest): Refusal {
  if (wantsJson(request)) return refuseWithMessage(401, 'Unauthenticated.')
  return request.world.profile === '7.1'
    ? { redirect: '/authentication-failed' }
    : { status: 401, body: { errors: [{ code: 'auth-001', message: 'Unauthenticated.' }] } }
}
