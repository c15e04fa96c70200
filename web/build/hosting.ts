import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Plugin, ResolvedConfig } from 'vite'
import { contentPolicy, frameSources, type Settings } from './content-policy.ts'
import { loadRenderer, type Page, shellFile } from './renderer.ts'

type Headers = Readonly<Record<string, string>>

/** How a build is served. All hosting files are generated from this. */
export type Hosting = {
  /** Headers for every response. */
  common: Headers
  /** Additional headers for HTML pages. */
  page: Headers
  /** Headers for files with a hash in their name. */
  hashed: Headers
  /** The folder of files with a hash in their name: `/assets/`. */
  hashedPrefix: string
  /** Paths of pages without parameters. Each has a file. */
  routes: readonly string[]
  /** Prefixes of paths with one more segment (`/product-details/`), and the file for those without a file. */
  prefixes: readonly { prefix: string; shell: string }[]
}

/** Served with status 404 for paths that are neither files nor pages. */
export const NOT_FOUND_PAGE = '404.html'

/**
 * Returns the description of a build.
 * @param pages the text of its HTML files
 * @param routes the shop's pages
 */
export function hostingOf(pages: readonly string[], routes: readonly Page[], settings: Settings): Hosting {
  const frames = `(${['self', ...frameSources(settings).map((source) => `"${source}"`)].join(' ')})`
  return {
    common: {
      'X-Content-Type-Options': 'nosniff',
      'X-Frame-Options': 'DENY',
      'Referrer-Policy': 'strict-origin-when-cross-origin',
      'Permissions-Policy': `geolocation=(self), payment=${frames}, clipboard-write=${frames}, accelerometer=(), autoplay=(), camera=(self), display-capture=(), gyroscope=(), magnetometer=(), microphone=(), midi=(), usb=()`,
    },
    page: {
      'Content-Security-Policy': contentPolicy(pages, settings),
      ...(settings.policyReports === ''
        ? {}
        : { 'Reporting-Endpoints': `policy="${settings.policyReports}"` }),
    },
    hashed: { 'Cache-Control': 'public, max-age=31536000, immutable' },
    hashedPrefix: '/assets/',
    routes: routes.map(({ path }) => path).filter((path) => !/[:*]/.test(path)),
    prefixes: routes
      .filter(({ path }) => path.includes(':'))
      .map((page) => ({ prefix: page.path.replace(/:.*$/, ''), shell: `/${shellFile(page)}` })),
  }
}

function readPages(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.html'))
    .map((name) => readFileSync(join(folder, name), 'utf8'))
}

/**
 * Returns the `_headers` file for Netlify, Cloudflare Pages and the emulator. All matching rules apply, and repeated headers
 * would be joined, so each header is in one rule only.
 */
export function headersFile({ common, page, hashed, hashedPrefix, routes, prefixes }: Hosting): string {
  const rule = (path: string, headers: Headers) =>
    [path, ...Object.entries(headers).map(([name, value]) => `  ${name}: ${value}`)].join('\n')
  // Hosts that serve /about-us from about-us.html also serve that URL.
  const files = routes.map((path) => (path === '/' ? '/index.html' : `${path}.html`))
  const pages = [...routes, ...files, ...prefixes.map(({ prefix }) => `${prefix}*`), '/shells/*']
  const rules = [
    rule('/*', common),
    rule(`${hashedPrefix}*`, hashed),
    ...pages.map((path) => rule(path, page)),
  ]
  return `${rules.join('\n')}\n`
}

/** Returns the `_redirects` file for Netlify and Cloudflare Pages: the file for pages that were not prerendered. */
export function redirectsFile({ prefixes }: Hosting): string {
  return prefixes.map(({ prefix, shell }) => `${prefix}* ${shell.replace(/\.html$/, '')} 200\n`).join('')
}

/**
 * Adds the build's policy to the 404 page as a meta element, because hosts do not apply path-specific headers to this
 * page.
 * @param page the page, with or without an earlier policy
 */
function withPolicy(page: string, pages: readonly string[], settings: Settings): string {
  const policy = contentPolicy(pages, settings, { inMeta: true })
  return page
    .replace(/<meta http-equiv="Content-Security-Policy"[^>]*>/, '')
    .replace(
      /<meta charset="utf-8" ?\/?>/,
      (charset) => `${charset}<meta http-equiv="Content-Security-Policy" content="${policy}">`,
    )
}

/**
 * Writes `_headers` and `_redirects` into a folder of the built shop, and the policy into its 404.html.
 * @param built the folder of the build, with the renderer next to it
 * @param folder the same folder, or a copy of it with prerendered pages
 */
export async function writeHostingFiles(built: string, folder: string, settings: Settings): Promise<Hosting> {
  const renderer = await loadRenderer(built)
  const pages = readPages(built)
  const hosting = hostingOf(pages, renderer.pages, settings)
  const missing = join(folder, NOT_FOUND_PAGE)
  writeFileSync(missing, withPolicy(readFileSync(missing, 'utf8'), pages, settings))
  writeFileSync(join(folder, '_headers'), headersFile(hosting))
  writeFileSync(join(folder, '_redirects'), redirectsFile(hosting))
  return hosting
}

/** Vite plugin that writes `_headers`, `_redirects` and 404.html after all pages are built. */
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
        await writeHostingFiles(folder, folder, settings)
      },
    },
  }
}
