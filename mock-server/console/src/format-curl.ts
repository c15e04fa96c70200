import qs from 'qs'
import { DEFAULT_WORLD } from '../../src/control-api/default-world.ts'
import type { JournalEntry } from '../../src/control-api/journal.ts'

/**
 * Returns a shell command that repeats a request. The shell replaces `$TOKEN` in it with the customer's token, because
 * the journal contains no tokens.
 */
export function formatCurl(
  { method, path, query, body, customer_id }: JournalEntry,
  origin: string,
  world: string,
): string {
  const parts = [
    `curl -X ${method} ${quoteForShell(`${origin}/api/v1${path}${formatQuery(query)}`)}`,
    "-H 'Accept: application/json'",
    ...(world === DEFAULT_WORLD ? [] : [`-H ${quoteForShell(`X-Emulator-World: ${world}`)}`]),
    ...(customer_id === null ? [] : ['-H "Authorization: Bearer $TOKEN"']),
    ...(body === null || body === undefined
      ? []
      : ["-H 'Content-Type: application/json'", `--data ${quoteForShell(JSON.stringify(body))}`]),
  ]
  return parts.join(' \\\n  ')
}

/** Formats the query of a journal entry as `?name=atlas`; '' if it is empty or was too long to be recorded. */
export function formatQuery(query: unknown): string {
  return qs.stringify(query, { addQueryPrefix: true })
}

/** Quotes a text for POSIX shells. */
function quoteForShell(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}
