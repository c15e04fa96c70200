/**
 * Returns the codes in an error body, such as the names of refused fields: `code` of each error, or the keys of a
 * map.
 */
export function errorCodes(body: unknown): string[] {
  const errors = (body as { errors?: unknown } | null | undefined)?.errors
  if (errors === null || typeof errors !== 'object') return []
  const rows = Array.isArray(errors) ? errors : 'code' in errors ? [errors] : null
  if (rows === null) return Object.keys(errors)
  return rows.flatMap((row: { code?: unknown } | null) => (typeof row?.code === 'string' ? [row.code] : []))
}
