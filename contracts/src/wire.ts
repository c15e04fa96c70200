import { z } from 'zod'
import { holds, type Relation, type Selection } from './relation.ts'

/** Shared pieces of the wire. Spelling and types are the provider's, however odd. */

export const Id = z.int().meta({ id: 'Id', description: 'A number given by the host.' })
export type Id = z.infer<typeof Id>

/** Whole shillings in this deployment; the host's columns are floats. */
export const Money = z.number().meta({ id: 'Money', description: 'UGX. A JSON number.' })

/** PHP's booleans in integer columns. */
export const Flag = z.int().min(0).max(1).meta({ id: 'Flag', description: '0 or 1.' })

/** Eloquent's timestamps: UTC with microseconds. Fewer digits say the same instant and break no reader. */
export const Timestamp = z
  .string()
  .regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,6})?Z$/)
  .meta({ id: 'Timestamp', description: 'UTC, with microseconds: 2024-03-14T09:26:53.000000Z.' })

/** Columns without a cast keep MySQL's own text. */
export const SqlTimestamp = z
  .string()
  .regex(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)
  .meta({ id: 'SqlTimestamp' })

/** A name of a file, never a path. */
export const FileName = z.string().meta({ id: 'FileName', description: 'A file name without a folder.' })

/** Source R1: the paginator echoes the query text, hence a string; its own default is a number. */
export const Echoed = z.union([z.string(), z.int()]).meta({ id: 'Echoed' })

/**
 * A number in a path or a query, where the wire carries it as text. The OpenAPI document names the type that it holds, so
 * that clients made from it take a number.
 */
export function numberText(description: string, type: 'integer' | 'number' = 'integer') {
  return z.string().meta({ type, description })
}

/** Query text of a paged list. Despite its name, `offset` is a page number from 1. */
export const PageQuery = z.object({
  limit: numberText('How many entries a page has.').optional(),
  offset: numberText('The number of the page, from 1.').optional(),
})

const FieldFailure = z.object({ code: z.string(), message: z.string() })

/** The usual refusal. Source R1: 403 for validation, other statuses for business rules. */
export const FailureList = z
  .object({ errors: z.array(FieldFailure).min(1) })
  .meta({ id: 'FailureList', description: 'One entry per failing field, in rule order.' })
export type FailureList = z.infer<typeof FailureList>

/** Source R1: a missing product answers an object, not a list, and with HTTP 200. */
export const FailureObject = z.object({ errors: FieldFailure }).meta({ id: 'FailureObject' })
export type FailureObject = z.infer<typeof FailureObject>

export const Message = z.object({ message: z.string() }).meta({ id: 'Message' })
export type Message = z.infer<typeof Message>

/** A bearer call without a valid token. Source R2: a message for JSON callers, the usual list otherwise. */
export const Unauthenticated = z
  .union([Message.extend({ success: z.boolean().optional() }), FailureList])
  .meta({ id: 'Unauthenticated' })

/** Source R2: the framework's own validation. assumed: the provider's custom endpoints use it. */
export const FailureMap = z
  .object({ message: z.string(), errors: z.record(z.string(), z.array(z.string())) })
  .meta({ id: 'FailureMap' })
export type FailureMap = z.infer<typeof FailureMap>

/** Characters of a text column and of a longer text in requests. assumed: the framework's default, and less than its text columns hold. */
export const TEXT = 255
export const LONG_TEXT = 5000

/**
 * A field that the host requires. The message is the host's own, so that the emulator refuses with the same text.
 * @param label the field's name as it reads in a sentence, e.g. `first name`
 * @param most its characters at most
 */
export function required(label: string, most = TEXT) {
  const message = `The ${label} field is required.`
  return z.string({ error: message }).min(1, { error: message }).max(most)
}

/** Milliseconds by which a host's clock may be ahead. */
const CLOCK_TOLERANCE = 86_400_000

/** Declares that nothing was created later than now. */
export function createdInThePast(rows: Selection<{ created_at?: string | null | undefined }>): Relation {
  return holds(
    'nothing was made in the future',
    rows,
    'created_at',
    'a time in the past',
    ({ created_at }) => !created_at || Date.parse(created_at) <= Date.now() + CLOCK_TOLERANCE,
  )
}
