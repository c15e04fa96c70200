import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

type Rule = { prefix: string; isPrefix: boolean; headers: [name: string, value: string][] }

/** The build's file of response headers. */
export const HEADER_FILE = '_headers'

/** The build's file of paths that are served by index.html. */
export const REWRITE_FILE = '_redirects'

/**
 * Parses a build's `_headers`: a path, optionally ending in `*`, followed by indented headers. All matching rules apply.
 * Without the file, no headers are set.
 * @returns a function that returns the headers for a path
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
 * Parses the rewrites in a build's `_redirects`: pages of the shop that are served from a different file.
 * @returns a function that returns the file for a path, or undefined if no rule matches
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
