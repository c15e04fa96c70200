import type { JournalEntry } from '../../src/control-api/journal.ts'

/** Reads the token from `$TOKEN`, because the journal contains no tokens. */
export function curlOf(
  { method, path, query, body, customer_id }: JournalEntry,
  origin: string,
  world: string,
): string {
  const parts = [
    `curl -X ${method} ${quoteForShell(`${origin}/api/v1${path}${queryText(query)}`)}`,
    "-H 'Accept: application/json'",
    ...(world === 'default' ? [] : [`-H ${quoteForShell(`X-Emulator-World: ${world}`)}`]),
    ...(customer_id === null ? [] : ['-H "Authorization: Bearer $TOKEN"']),
    ...(body === null || body === undefined
      ? []
      : ["-H 'Content-Type: application/json'", `--data ${quoteForShell(JSON.stringify(body))}`]),
  ]
  return parts.join(' \\\n  ')
}

/** Formats a recorded query as `?name=atlas`; '' if it is empty. */
export function queryText(query: unknown): string {
  const text = String(new URLSearchParams(Object.entries((query ?? {}) as Record<string, string>)))
  return text === '' ? '' : `?${text}`
}

/** Quotes a text for POSIX shells. */
function quoteForShell(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}
