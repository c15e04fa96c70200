import { isNumeric } from '../http/request/php-input.ts'
import { SoftwareCrash } from '../http/response/failures.ts'

/** Source R1: rows per page if `limit` is missing or 0. */
const ORM_PAGE_SIZE = 15
/** No list is longer. */
const MAX_ROWS = 1_000_000_000

/**
 * Converts the fields `limit` and `offset`, which is a page number from 1, to numbers of rows as Laravel's paginator
 * does.
 * @throws SoftwareCrash for values that PHP or the database cannot use as numbers. Recorded: 500 for `abc` and `-1`
 */
export function paginate(fields: { limit: unknown; offset: unknown }, total: number) {
  const size = isFalsy(fields.limit) ? ORM_PAGE_SIZE : fields.limit
  const page = isFalsy(fields.offset) ? 1 : fields.offset
  if (!isNumeric(size)) throw new SoftwareCrash('limit is not a number')
  if (total === 0) return { size: 0, skip: 0 }
  if (!isNumeric(page)) throw new SoftwareCrash('offset is not a number')
  if (Number(size) < 0) throw new SoftwareCrash('limit is negative')
  // Limits both factors, because JavaScript reads 1e309 as Infinity and their product could be NaN.
  const rows = Math.min(Number(size), MAX_ROWS)
  const skip = (Math.min(Math.max(Number(page), 1), MAX_ROWS) - 1) * rows
  return { size: Math.trunc(rows), skip: Math.min(Math.trunc(skip), MAX_ROWS) }
}

const isFalsy = (value: unknown) => value === null || value === undefined || value === '0' || value === 0
