import { chmodSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import type { Plugin, ResolvedConfig } from 'vite'
import { contentPolicy, frameSources, type Settings } from './content-policy.ts'
import { apache } from './hosts/apache.ts'
import { caddy } from './hosts/caddy.ts'
import { cloudflare } from './hosts/cloudflare.ts'
import { netlify } from './hosts/netlify.ts'
import { nginx } from './hosts/nginx.ts'
import { loadRenderer, type Page, rendererFolder, shellFile } from './renderer.ts'

export type Headers = Readonly<Record<string, string>>

/**
 * How a build is served: paths, files, statuses and headers. The configuration of every host is generated from this table.
 * The emulator and `npm run preview` read it (mock-server/src/shop/page-table.ts).
 */
export type Hosting = {
  /** Paths of pages without parameters, such as `/about-us`. The file of `/` is index.html, that of others `PATH.html`. */
  pages: readonly string[]
  /** Paths with one more segment after `prefix`, which has no extension. `shell` is the file for paths without their own. */
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

/** The file with the table, next to the public folder of a build and in the renderer's folder. */
export const TABLE_FILE = 'hosting.json'

/** The files of a deployment, to which a host adds its configuration. */
export type Deployment = {
  hosting: Hosting
  /** Paths of the public files, such as `about-us.html`. */
  files: readonly string[]
  readPublic: (file: string) => string
}

export type Host = {
  /** Returns the files to add, by their path relative to the output folder, in which `public` is the served folder. */
  filesOf: (deployment: Deployment) => Record<string, string>
  /** Whether the host serves the compressed copies in the build. */
  usesCompressedCopies: boolean
  /** Returns the documented limits that a deployment exceeds. */
  exceeded?: (files: readonly string[], added: Record<string, string>) => string[]
}

export const hosts = { nginx, apache, caddy, cloudflare, netlify } satisfies Record<string, Host>
export type HostName = keyof typeof hosts

/**
 * Returns the table of a build.
 * @param documents the text of its HTML files
 * @param routes the shop's pages
 * @param isComplete whether the build has a file for each existing path of the patterns
 */
export function hostingOf(
  documents: readonly string[],
  routes: readonly Page[],
  settings: Settings,
  isComplete = false,
): Hosting {
  const frames = `(${['self', ...frameSources(settings).map((source) => `"${source}"`)].join(' ')})`
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
      'Content-Security-Policy': contentPolicy(documents, settings),
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

/**
 * Writes the table next to the public folder, and the files that a host requires.
 * @param built folder of the built shop
 * @param out folder that contains `public`, a copy of the built shop with the prerendered pages
 * @returns the limits of the host that the deployment exceeds
 */
export async function writeHostFiles(
  { built, out, isComplete }: { built: string; out: string; isComplete: boolean },
  name: HostName,
  settings: Settings,
): Promise<string[]> {
  const { filesOf, exceeded = () => [] }: Host = hosts[name]
  const { pages } = await loadRenderer(built)
  const hosting = hostingOf(readDocuments(built), pages, settings, isComplete)
  const folder = join(out, 'public')
  const files = filesIn(folder)
  const readPublic = (file: string) => readFileSync(join(folder, file), 'utf8')
  const added = filesOf({ hosting, files, readPublic })
  for (const [file, text] of Object.entries({ ...added, [TABLE_FILE]: JSON.stringify(hosting, null, 2) })) {
    mkdirSync(dirname(join(out, file)), { recursive: true })
    writeFileSync(join(out, file), text)
  }
  makeReadable(out)
  return exceeded(filesIn(folder), added)
}

/** Lets every user read a folder, because a web server runs as a different one, and builders may have a umask of 077. */
export function makeReadable(folder: string): void {
  chmodSync(folder, 0o755)
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const path = join(folder, name)
    chmodSync(path, statSync(path).isDirectory() ? 0o755 : 0o644)
  }
}

/** Returns the paths of the files in a folder, with slashes. */
function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) =>
      join(parentPath, name)
        .slice(folder.length + 1)
        .replaceAll('\\', '/'),
    )
    .sort()
}

function readDocuments(folder: string): string[] {
  return filesIn(folder)
    .filter((name) => name.endsWith('.html'))
    .map((name) => readFileSync(join(folder, name), 'utf8'))
}

/** Vite plugin that writes the table into the renderer's folder, for the emulator. */
export function hosting(settings: Settings): Plugin {
  let config: ResolvedConfig
  return {
    name: 'hosting',
    apply: ({ build: options }, { command }) => command === 'build' && !options?.ssr && !options?.lib,
    configResolved: (resolved) => {
      config = resolved
    },
    closeBundle: {
      order: 'post',
      sequential: true,
      async handler() {
        const folder = resolve(config.root, config.build.outDir)
        const { pages } = await loadRenderer(folder)
        const table = hostingOf(readDocuments(folder), pages, settings)
        writeFileSync(join(rendererFolder(folder), TABLE_FILE), JSON.stringify(table))
      },
    },
  }
}
