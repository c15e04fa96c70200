import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

type Rule = { prefix: string; isPrefix: boolean; headers: [name: string, value: string][] }

/** The file of a built folder in which its build says with which headers it is to be served. */
export const HEADER_FILE = '_headers'

/**
 * The headers that a built folder asks for, by its `_headers` file: a path, with or without a `*` at its end, then its
 * headers, indented. Rules that match the same path add up. A folder without the file asks for none.
 * @returns the headers of a path
 */
export function readHeaderRules(folder: string): (path: string) => [name: string, value: string][] {
  const file = join(folder, HEADER_FILE)
  const rules: Rule[] = []
  for (const line of existsSync(file) ? readFileSync(file, 'utf8').split('\n') : []) {
    const [, name, value] = /^\s+([\w-]+):\s*(.*)$/.exec(line) ?? []
    if (name !== undefined && value !== undefined) rules.at(-1)?.headers.push([name.toLowerCase(), value])
    else if (line.startsWith('/'))
      rules.push({ prefix: line.replace(/\*$/, ''), isPrefix: line.endsWith('*'), headers: [] })
  }
  return (path) =>
    rules
      .filter(({ prefix, isPrefix }) => (isPrefix ? path.startsWith(prefix) : path === prefix))
      .flatMap(({ headers }) => headers)
}
