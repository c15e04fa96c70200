import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

type Rule = { prefix: string; isPrefix: boolean; headers: [name: string, value: string][] }

/** The file of a built folder in which its build says with which headers it is to be served. */
export const HEADER_FILE = '_headers'

/** The file in which it says which paths are screens of the one page. */
export const REWRITE_FILE = '_redirects'

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

/**
 * The rules of a built folder's `_redirects` that answer a path with another file: the shop's screens that are no files.
 * @returns the file of a path, below the root; undefined where no rule names one
 */
export function readRewrites(folder: string): (path: string) => string | undefined {
  const file = join(folder, REWRITE_FILE)
  const rules = (existsSync(file) ? readFileSync(file, 'utf8') : '')
    .split('\n')
    .map((line) => line.split(' '))
    .filter((rule): rule is [string, string] => Boolean(rule[0] && rule[1]))
  return (path) =>
    rules.find(([from]) => (from.endsWith('*') ? path.startsWith(from.slice(0, -1)) : path === from))?.[1]
}
