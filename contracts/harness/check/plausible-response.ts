import type { z } from 'zod'
import { isImageFolder } from '../../src/contracts.ts'
import { hasNoJsonBody, requiredFieldsOf } from '../../src/schema/describe-schema.ts'
import { isPlainObject } from '../../src/schema/describe-value.ts'
import { visit } from '../../src/schema/visit.ts'
import type { CheckResult } from '../check-result.ts'
import { isRedirect } from '../send/request.ts'

/** Statuses with which a firewall or a site-wide login refuses a public read. */
const REFUSALS = [401, 403]

type Received = Pick<CheckResult, 'endpoint' | 'response' | 'method'>

/** Whether a response is a server error or a refusal that the contract does not declare. */
export function isUndeclaredError({ endpoint, response, method = endpoint.method }: Received): boolean {
  const { status = 0 } = response ?? {}
  // The declared statuses are not those of a preflight.
  const isDeclared = method === endpoint.method && Object.hasOwn(endpoint.responses, status)
  return (status >= 500 || REFUSALS.includes(status)) && !isDeclared
}

/** Whether a response shows that the host can no longer be validated, if an earlier read of it has succeeded. */
export function isImplausible(result: Received): boolean {
  const { endpoint, response } = result
  const { status = 0 } = response ?? {}
  return describeImplausible(result) !== null || (status >= 400 && !Object.hasOwn(endpoint.responses, status))
}

/** Whether a response to a read of the API is as expected from the provider. */
export function isSuccessfulRead(result: CheckResult): boolean {
  const { endpoint, method = endpoint.method, requests, response } = result
  const isRead = method === 'GET' && !isImageFolder(endpoint)
  // The results of relations and of some probes send no request.
  const isSuccess = requests > 0 && response !== undefined && response.status < 300
  return isRead && isSuccess && describeImplausible(result) === null
}

/** Describes a response that the provider cannot have sent. Returns null for all other responses. */
export function describeImplausible(result: Received): string | null {
  const { endpoint, method = endpoint.method, response } = result
  if (!response) return null
  const { status, flaw, headers, body } = response
  if (isRedirect(response) && !endpoint.responses[status]) {
    const [origin] = /https?:\/\/[^/\s]+/.exec(headers.get('location') ?? '') ?? []
    return `redirected to ${origin ?? 'a different path'}`
  }
  if (isUndeclaredError(result)) return String(status)
  if (flaw?.kind === 'html') return 'HTML'
  if (status === 404) return '404 (not found)'
  if (method !== endpoint.method) return null
  const schema = endpoint.responses[200]
  if (status >= 300 || !schema || hasNoJsonBody(schema)) return null
  if (flaw?.kind === 'not-json') return 'text that is not JSON'
  return (flaw && flaw.kind !== 'text-before-json') || resemblesSchema(schema, body)
    ? null
    : 'JSON from a different API'
}

/**
 * Whether a body, or the first row of a list, has at least half of the required fields. An empty list is accepted.
 */
function resemblesSchema(schema: z.core.$ZodType, body: unknown): boolean {
  let isSimilar = true
  visit(
    schema,
    { $: body },
    {
      enter: ({ node, holder, key, isFirst }) => {
        const value = holder[key]
        if (!isFirst) return false
        if (node.kind === 'array') isSimilar = Array.isArray(value)
        else if (node.kind === 'union') isSimilar = false
        else if (node.kind === 'object') {
          const required = requiredFieldsOf(node)
          const present = required.filter(({ name }) => isPlainObject(value) && Object.hasOwn(value, name))
          isSimilar = isPlainObject(value) && present.length * 2 >= required.length
        }
        return node.kind === 'array'
      },
    },
  )
  return isSimilar
}
