import type { Settings } from '../src/config/read-env.ts'
import { listFrameSources, makeContentPolicy } from './content-policy.ts'
import { type Page, shellFile } from './renderer.ts'

export type Headers = Readonly<Record<string, string>>

/**
 * How a build is served: paths, files, statuses and headers. The configuration of every web server is generated from
 * this table. The emulator and `npm run preview` read it (mock-server/src/sites/page-table.ts).
 */
export type HostingTable = {
  /**
   * Paths of pages without parameters, such as `/about-us`. The file of `/` is index.html, that of others `PATH.html`.
   */
  pages: readonly string[]
  /**
   * Paths with one more segment after `prefix`, which has no extension. `shell` is the file for paths without their
   * own.
   */
  patterns: readonly Pattern[]
  /** The status of a path that matches a pattern and has no file: 404 if the build has a file for each existing one. */
  shellStatus: 200 | 404
  /** The file for all other paths, with status 404. */
  notFound: string
  /** Headers for every response. */
  common: Headers
  /** Additional headers for documents. */
  page: Headers
  /** Additional headers for existing files with a hash in their name. All other responses are revalidated. */
  hashed: Headers
  /** The folder of files with a hash in their name: `/assets/`. */
  hashedPrefix: string
}
export type Pattern = { prefix: string; shell: string }

/** The files of a deployment, to which a web server adds its configuration. */
export type Deployment = {
  table: HostingTable
  /** Paths of the public files, such as `about-us.html`. */
  files: readonly string[]
  readPublic: (file: string) => string
}

export type WebServer = {
  /** Returns the files to add, by their path relative to the output folder, in which `public` is the served folder. */
  configFiles: (deployment: Deployment) => Record<string, string>
  /** Whether the server serves the compressed copies in the build. */
  usesCompressedCopies: boolean
  /** Returns the documented limits that a deployment exceeds. */
  listExceededLimits?: (files: readonly string[], added: Record<string, string>) => string[]
}

/**
 * Returns the table of a build.
 * @param documents the text of its HTML files
 * @param routes the shop's pages
 * @param isComplete whether the build has a file for each existing path of the patterns
 */
export function makeHostingTable(
  documents: readonly string[],
  routes: readonly Page[],
  settings: Settings,
  isComplete = false,
): HostingTable {
  const frames = `(${['self', ...listFrameSources(settings).map((source) => `"${source}"`)].join(' ')})`
  return {
    pages: routes.map(({ path }) => path).filter((path) => !/[:*]/.test(path)),
    patterns: routes
      .filter(({ path }) => path.includes(':'))
      .map((page) => ({ prefix: page.path.replace(/:.*$/, ''), shell: `/${shellFile(page)}` })),
    shellStatus: isComplete ? 404 : 200,
    notFound: '/404.html',
    common: {
      'X-Content-Type-Options': 'nosniff',
      'X-Frame-Options': 'DENY',
      'Referrer-Policy': 'strict-origin-when-cross-origin',
      'Permissions-Policy': `geolocation=(self), payment=${frames}, clipboard-write=${frames}, accelerometer=(), autoplay=(), camera=(self), display-capture=(), gyroscope=(), magnetometer=(), microphone=(), midi=(), usb=()`,
    },
    page: {
      'Content-Security-Policy': makeContentPolicy(documents, settings),
      ...(settings.policyReports === ''
        ? {}
        : { 'Reporting-Endpoints': `policy="${settings.policyReports}"` }),
    },
    hashed: { 'Cache-Control': 'public, max-age=31536000, immutable' },
    hashedPrefix: '/assets/',
  }
}

/** Returns the file of a page without parameters. */
export const pageFile = (path: string): string => (path === '/' ? '/index.html' : `${path}.html`)

/** Escapes a path for a regular expression. */
export const escapeForPattern = (path: string): string => path.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** Matches the paths of a pattern without a trailing slash, in the syntax of PCRE and JavaScript. */
export const makePattern = ({ prefix }: Pattern): string =>
  `^(${escapeForPattern(prefix)}(?![^/]*\\.\\w+/?$)[^/]+)/?$`
