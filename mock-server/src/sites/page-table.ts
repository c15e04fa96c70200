import { existsSync, readFileSync } from 'node:fs'

type Headers = Readonly<Record<string, string>>

/** The part of a build's table that is used here. The build writes and describes it (web/build/hosting-table.ts). */
export type PageTable = {
  pages: readonly string[]
  patterns: readonly { prefix: string; shell: string }[]
  shellStatus: number
  notFound: string
  common: Headers
  page: Headers
  hashed: Headers
  hashedPrefix: string
}

/** Reads the table of a build. Returns null if it has none, so that every path may be a page. */
export function readPageTable(file: string): PageTable | null {
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as PageTable) : null
}

const FILE_EXTENSION = /\.\w+$/

/**
 * Returns the file and the status of a path, as the configurations for real hosts do. Paths are case-sensitive, have no
 * extension, and may end with one slash.
 * @param path without the query, decodable
 * @param hasFile whether the build has a file for a page, such as `/product-details/5.html`
 */
export function documentOf(
  {
    pages,
    patterns,
    shellStatus,
    notFound,
  }: Pick<PageTable, 'pages' | 'patterns' | 'shellStatus' | 'notFound'>,
  path: string,
  hasFile: (file: string) => boolean,
): { file: string; status: number } {
  const page = path.replace(/([^/])\/$/, '$1')
  if (pages.includes(page)) return { file: page === '/' ? '/index.html' : `${page}.html`, status: 200 }
  const pattern = patterns.find(({ prefix }) => page.startsWith(prefix))
  const last = pattern ? page.slice(pattern.prefix.length) : ''
  if (!pattern || last === '' || last.includes('/') || FILE_EXTENSION.test(last))
    return { file: notFound, status: 404 }
  const file = `${decodeURIComponent(page)}.html`
  return hasFile(file) ? { file, status: 200 } : { file: pattern.shell, status: shellStatus }
}
