import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { UserError } from '../src/command-line/user-error.ts'
import { endsEarly } from '../src/json-text.ts'

export const writeError = (file: string, error: unknown) =>
  new UserError(`${file} cannot be written (${codeOf(error)}).`)

/** Returns the code of a failed access to a file, or what the code means if it is not clear. */
function codeOf(error: unknown): string {
  const { code } = error as NodeJS.ErrnoException
  return code === 'EISDIR' ? 'it is a folder' : String(code)
}

/** @throws UserError if the file cannot be written */
export function writeText(file: string, content: string): void {
  const path = resolve(file)
  try {
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, content)
  } catch (error) {
    throw writeError(file, error)
  }
}

/** @throws UserError if the file cannot be read or is encoded as UTF-16 */
export function readTextFile(file: string): string {
  let text: string
  try {
    const bytes = readFileSync(file)
    const mark = bytes.toString('hex', 0, 2)
    if (mark === 'fffe' || mark === 'feff') throw new UserError(`${file} is UTF-16; save it as UTF-8.`)
    text = bytes.toString('utf8')
  } catch (error) {
    if (error instanceof UserError) throw error
    throw new UserError(`${file} cannot be read (${codeOf(error)}).`)
  }
  return text.replace(/^\ufeff/, '')
}

/**
 * Parses the JSON of a file.
 * @param what the expected content, for the error message
 * @throws UserError with a one-sentence message if it is invalid
 */
export function parseAs<T>(file: string, what: string, text: string, parse: (content: unknown) => T): T {
  const content = parseJson(file, what, text)
  try {
    return parse(content)
  } catch (error) {
    const issue = (error as { issues?: { path: PropertyKey[]; message: string }[] }).issues?.[0]
    const where = issue ? ` at ${issue.path.join('.')}: ${issue.message}` : ''
    throw new UserError(`${file} is not ${what}${where}.`)
  }
}

/** Contains nothing of the text, which may include secrets, unlike the message of the parser. */
function parseJson(file: string, what: string, text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    const { message } = error as Error
    throw new UserError(`${file} is not ${what}: ${explainSyntax(message, text)}.`)
  }
}

/** @param message of JSON.parse, such as "Unexpected token in JSON at position 18" */
function explainSyntax(message: string, text: string): string {
  if (endsEarly(text, message)) return 'its JSON ends too early, so it was probably not exported completely'
  const position = /at position (\d+)/.exec(message)?.[1]
  if (position === undefined) return 'it is not valid JSON'
  const lines = text.slice(0, Number(position)).split('\n')
  return `its JSON is invalid at line ${lines.length}, column ${(lines.at(-1)?.length ?? 0) + 1}`
}
