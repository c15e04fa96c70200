import { isPlainObject } from 'contracts/describe-value'
import type { Endpoint } from 'contracts/endpoint'
import type { FastifyRequest } from 'fastify'
import Negotiator from 'negotiator'
import type { z } from 'zod'
import { validateInput } from '../../contract-input.ts'
import { isSince } from '../../provider/builds.ts'
import { refuseWithMessage, validationMap } from '../response/failures.ts'
import { type Fields, readFields } from './php-input.ts'

/**
 * Removes unknown parameters and invalid values, because the host ignores them.
 * @throws ZodError if the schema also rejects the rest, as a schema with a required parameter does
 */
export function readQuery(schema: z.ZodObject | undefined, raw: unknown): Record<string, unknown> {
  if (!schema) return {}
  const query = raw as Record<string, unknown>
  const parsed = schema.safeParse(query)
  if (parsed.success) return parsed.data
  const invalidNames = new Set(parsed.error.issues.map(({ path }) => path[0]))
  return schema.parse(Object.fromEntries(Object.entries(query).filter(([name]) => !invalidNames.has(name))))
}

/** A response instead of the handler's. */
export type Refusal = { status: number; body: unknown } | { redirect: string }

/** Returns the input of a request. Source R2: query parameters are input too, so a DELETE may have its id in either. */
function inputOf(request: FastifyRequest): object {
  const query = request.query as object
  const body = isPlainObject(request.body) ? request.body : {}
  return Object.keys(query).length === 0 ? body : { ...query, ...body }
}

export function readBody(schema: z.ZodObject, request: FastifyRequest): z.ZodSafeParseResult<unknown> {
  return validateInput(schema, inputOf(request))
}

export const fieldsOf = (request: FastifyRequest): Fields => readFields(inputOf(request))

/** Whether an endpoint validates as Laravel does by default, with 422. Recorded: the software's own return 403. */
export const isValidatedByDefault = ({ responses }: Endpoint): boolean =>
  422 in responses && !(403 in responses)

/**
 * Refuses an invalid body. Assumed: the provider's own endpoints return Laravel's 422 with a map, and redirect clients
 * that do not accept JSON.
 */
export function refuseBody(request: FastifyRequest, error: z.ZodError): Refusal {
  return wantsJson(request) ? { status: 422, body: validationMap(error) } : { redirect: '/' }
}

/** Returns the control API's response to invalid input: the first error as one message. */
export function refuseControlInput(error: z.ZodError, part: 'the query' | 'the body'): Refusal {
  const [issue] = error.issues
  const message = issue?.message.startsWith('((')
    ? issue.message
    : `((${issue?.path.join('.') || part}: ${issue?.message}.))`
  return { status: 400, body: { message } }
}

/**
 * Whether a client expects JSON. Source R2: its preferred type is JSON, or it is a script of a page that accepts
 * anything.
 */
export function wantsJson({ headers }: FastifyRequest): boolean {
  const [preferred = '*/*'] = new Negotiator({ headers }).mediaTypes()
  if (/[/+]json\b/.test(preferred)) return true
  return headers['x-requested-with'] === 'XMLHttpRequest' && preferred === '*/*'
}

/**
 * Returns the response to a request without a valid token. Source R1: a client that does not accept JSON is redirected
 * to a page that returns the family's error list. Source R2: later builds return that list directly.
 */
export function refuseUnauthenticated(request: FastifyRequest): Refusal {
  if (wantsJson(request)) return refuseWithMessage(401, 'Unauthenticated.')
  return isSince(request.world.build, '7.7')
    ? { status: 401, body: { errors: [{ code: 'auth-001', message: 'Unauthenticated.' }] } }
    : { redirect: '/authentication-failed' }
}

/**
 * Returns the method of a request. Source R2: a POST may replace it in a header or a field, because HTML forms can only
 * GET and POST.
 */
export function methodOf(request: FastifyRequest): string {
  if (request.method !== 'POST') return request.method
  const fields = inputOf(request) as { _method?: unknown }
  const replacement = request.headers['x-http-method-override'] ?? fields._method
  const method = String(replacement ?? 'POST').toUpperCase()
  return HTTP_METHODS.includes(method) ? method : 'POST'
}

const HTTP_METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']
