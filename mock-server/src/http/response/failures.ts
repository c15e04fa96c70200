import type { FailureList, FailureMap, FailureObject, Message } from 'contracts/wire'
import type { z } from 'zod'

// The host's refusals. Handlers return them, so that the compiler checks each status.

/**
 * Thrown where the original software crashes: it responds with 500 and `Server Error`.
 * @param reason for the journal
 */
export class SoftwareCrash extends Error {
  override name = 'SoftwareCrash'
  readonly statusCode = 500

  constructor(reason: string) {
    super(`the host crashes: ${reason}`)
  }
}

export function refuse<const S extends number>(status: S, code: string, message: string) {
  return { status, body: { errors: [{ code, message }] } satisfies FailureList }
}

export function refuseWithMessage<const S extends number>(status: S, message: string) {
  return { status, body: { message } satisfies Message }
}

/** Returns the payment vendor's body for an error. */
export const paymentError = (message: string) => ({ status: 'error', message, data: null })

/** Source R1, R2: status 200 and an object, not a list, for an unknown product (7.1 to 7.7). */
export const productNotFound = {
  status: 200 as const,
  body: { errors: { code: 'product-001', message: 'Product not found' } } satisfies FailureObject,
}

/** Returns messages by field. Assumed: the provider's own endpoints validate as Laravel does. Source R2: its format. */
export function validationMap(error: z.ZodError): FailureMap {
  const messages = [...firstMessages(error)]
  const more = messages.length - 1
  const suffix = more === 0 ? '' : ` (and ${more} more error${more === 1 ? '' : 's'})`
  return {
    message: `${messages[0]?.[1] ?? ''}${suffix}`,
    errors: Object.fromEntries(messages.map(([field, message]) => [field, [message]])),
  }
}

function firstMessages(error: z.ZodError): Map<string, string> {
  const messages = new Map<string, string>()
  for (const issue of error.issues) {
    const field = String(issue.path[0] ?? 'body')
    if (!messages.has(field)) messages.set(field, validationMessage(issue, field))
  }
  return messages
}

function validationMessage(issue: z.core.$ZodIssue, field: string): string {
  const label = field.replaceAll('_', ' ')
  if (issue.code === 'too_big' && issue.origin === 'string') {
    // Difference: on the host, the value would overflow a column and return 500 (assumed).
    return `((The ${label} must not be greater than ${issue.maximum} characters.))`
  }
  if (!/^(Invalid|Too|Unrecognized)/.test(issue.message)) return issue.message
  return issue.input === undefined || issue.input === null
    ? `The ${label} field is required.`
    : `The ${label} is invalid.`
}
