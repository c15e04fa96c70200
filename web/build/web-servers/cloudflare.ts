import type { Deployment, Headers } from '../hosting-table.ts'

/**
 * Cloudflare Pages. Source: https://developers.cloudflare.com/pages/configuration/serving-pages/: a path has the file
 * `PATH.html`, and a path without a file gets the nearest 404.html with status 404. Source:
 * https://developers.cloudflare.com/pages/configuration/redirects/: rules come before files, so a complete build has
 * none; at most 2,000 static and 100 dynamic rules.
 */
export const cloudflare = {
  usesCompressedCopies: false,
  configFiles: ({ table, readPublic }: Deployment): Record<string, string> => {
    const { common, page, hashed, hashedPrefix, patterns, shellStatus } = table
    const headers = [
      headerRule('/*', { ...common, ...page, 'Cache-Control': 'no-cache' }),
      // `!` removes a header of an earlier rule, whose value would otherwise be joined to this one.
      `${hashedPrefix}*\n  ! Cache-Control\n${headerLines(hashed)}`,
    ]
    return {
      'public/_headers': `${headers.join('\n')}\n`,
      ...(shellStatus === 404
        ? // Also replaces the page of a product with the id 404, which is then rendered in the browser.
          Object.fromEntries(
            patterns.map(({ prefix, shell }) => [`public${prefix}404.html`, readPublic(shell.slice(1))]),
          )
        : {
            'public/_redirects': patterns
              .map(({ prefix, shell }) => `${prefix}:id ${shell.replace(/\.html$/, '')} 200\n`)
              .join(''),
          }),
    }
  },
  /** Source: https://developers.cloudflare.com/pages/platform/limits/ and .../configuration/headers/ */
  listExceededLimits: (files: readonly string[], added: Record<string, string>): string[] => {
    const lines = (added['public/_headers'] ?? '').split('\n')
    return [
      files.length > MAX_FILES ? `${files.length} files; Cloudflare Pages accepts ${MAX_FILES}.` : '',
      ...lines
        .filter((line) => line.length > MAX_HEADER_LINE)
        .map(
          (line) =>
            `${line.trim().split(':')[0]} has ${line.length} characters; Cloudflare Pages drops headers above ${MAX_HEADER_LINE}.`,
        ),
    ].filter(Boolean)
  },
}

const MAX_FILES = 20_000
const MAX_HEADER_LINE = 2000

const headerLines = (headers: Headers) =>
  Object.entries(headers)
    .map(([name, value]) => `  ${name}: ${value}`)
    .join('\n')

/** Returns a rule of a `_headers` file. */
export const headerRule = (path: string, headers: Headers): string => `${path}\n${headerLines(headers)}`
