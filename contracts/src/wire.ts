import { z } from 'zod'
import { holds, type Relation } from './relation.ts'
import { rowsOf, type Selection } from './selection.ts'

// Shared parts of the wire format. Spelling and types are the provider's, even where they are odd.

export const Id = z.int().meta({ id: 'Id', description: 'Number assigned by the host.' })
export type Id = z.infer<typeof Id>

/** Whole shillings in this deployment, although the host's columns are floats. */
export const Money = z.number().meta({ id: 'Money', description: 'UGX. A JSON number.' })

/** A PHP boolean in an integer column. */
export const Flag = z.int().min(0).max(1).meta({ id: 'Flag', description: '0 or 1.' })

/** Eloquent's timestamp format: UTC with microseconds. Values with fewer fractional digits are also accepted. */
export const Timestamp = z
  .string()
  .regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,6})?Z$/)
  .meta({ id: 'Timestamp', description: 'UTC, with microseconds: 2024-03-14T09:26:53.000000Z.' })

/** MySQL's timestamp format, which the host returns for columns without a cast. */
export const SqlTimestamp = z
  .string()
  .regex(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)
  .meta({ id: 'SqlTimestamp' })

/** The shop appends it to the URL of a folder. */
export const FileName = z
  .string()
  .refine((text) => !/[/\\]/.test(text), { error: 'a file name without a folder' })
  // The pattern is for the OpenAPI document, which cannot contain the function above.
  .meta({ id: 'FileName', description: 'A file name without a folder.', pattern: '^[^/\\\\]*$' })

/** Source R1: the paginator echoes the query parameter, which is a string. Its default value is a number. */
export const Echoed = z.union([z.string(), z.int()]).meta({ id: 'Echoed' })

/**
 * Declares a number in a path or query, which is a string on the wire. The OpenAPI document declares it as a number,
 * for generated clients.
 */
export function numberText(description: string, type: 'integer' | 'number' = 'integer') {
  return z.string().meta({ type, description })
}

/** Number of rows per page by default. */
export const PAGE_SIZE = 10

/** Query parameters of a paginated list. Despite its name, `offset` is a page number, starting at 1. */
export const PageQuery = z.object({
  limit: numberText('Number of rows per page.').optional(),
  offset: numberText('Page number, starting at 1.').optional(),
})

const FieldFailure = z.object({ code: z.string(), message: z.string() })

/** The usual error body. Source R1: the status is 403 for validation errors, and a different one for business rules. */
export const FailureList = z.object({ errors: z.array(FieldFailure).min(1) }).meta({
  id: 'FailureList',
  description: 'One entry per invalid field, in the order of the validation rules.',
})
export type FailureList = z.infer<typeof FailureList>

/** Source R1: for a missing product, the host returns an object instead of a list, with HTTP 200. */
export const FailureObject = z.object({ errors: FieldFailure }).meta({ id: 'FailureObject' })
export type FailureObject = z.infer<typeof FailureObject>

export const Message = z.object({ message: z.string() }).meta({ id: 'Message' })
export type Message = z.infer<typeof Message>

/** Recorded: body of the status 500, with which the host fails for input that it does not check. */
export const ServerError = z.object({ message: z.string() }).meta({ id: 'ServerError' })

/**
 * Body of the response to a bearer request without a valid token. Source R2: JSON clients receive a message, all
 * others the usual list of errors.
 */
export const Unauthenticated = z
  .union([Message.extend({ success: z.boolean().optional() }), FailureList])
  .meta({ id: 'Unauthenticated' })

/** Source R2: Laravel's validation errors. Assumed: used by the provider's custom endpoints. */
export const FailureMap = z
  .object({ message: z.string(), errors: z.record(z.string(), z.array(z.string())) })
  .meta({ id: 'FailureMap' })
export type FailureMap = z.infer<typeof FailureMap>

/**
 * Maximum lengths of short and long strings in requests. Assumed: MAX_TEXT_LENGTH is Laravel's default, and
 * MAX_LONG_TEXT_LENGTH is less than the capacity of its text columns.
 */
export const MAX_TEXT_LENGTH = 255
export const MAX_LONG_TEXT_LENGTH = 5000

/**
 * Declares a required field. The message is the host's, so the emulator returns the same text.
 * @param label name of the field in messages, e.g. `first name`
 * @param maxLength maximum number of characters
 */
export function required(label: string, maxLength = MAX_TEXT_LENGTH) {
  const message = `The ${label} field is required.`
  return z.string({ error: message }).min(1, { error: message }).max(maxLength)
}

/** Declares that all image URLs are absolute, because the shop may be on a different origin than the host. */
export function absoluteImages(
  rows: Selection<{ image_fullpath?: readonly string[] | string | null | undefined }>,
): Relation {
  return holds('image URLs are absolute', rows, ['image_fullpath'], 'absolute URLs', ({ image_fullpath }) =>
    [image_fullpath ?? []].flat().every((url) => url === '' || /^https?:\/\//i.test(url)),
  )
}

/** Declares that names are not empty. Some builds send null. */
export function namesNotEmpty(rows: Selection<{ name?: string | null | undefined }>): Relation {
  return holds(
    'a name is not empty',
    rows,
    ['name'],
    'a name that is not empty, or null',
    ({ name }) => name?.trim() !== '',
  )
}

/** Declares that a list contains no row twice. Findings refer to the repeated rows. */
export function eachRowOnce(lists: Selection<readonly { id?: number | undefined }[]>): Relation {
  const rows = rowsOf(lists)
  const select: typeof rows.select = (body, request) =>
    lists.select(body, request).flatMap((list) => findRepeatedRows(list ?? []))
  return holds('a list contains each row once', { ...rows, select }, ['id'], 'each id once', () => false)
}

function findRepeatedRows<T extends { id?: number | undefined }>(list: readonly T[]): T[] {
  const ids = new Set<number>()
  return list.filter(({ id }) => id !== undefined && ids.size === ids.add(id).size)
}
