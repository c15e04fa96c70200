import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Plugin, ResolvedConfig } from 'vite'
import { contentPolicy, frameSources, type Settings } from './content-policy.ts'
import { loadRenderer, rendererFolder } from './renderer.ts'

type Headers = Readonly<Record<string, string>>

/** How a build is to be served: the one description from which the files of every host are written. */
export type Hosting = {
  /** Of every answer. */
  common: Headers
  /** Of every HTML page besides. */
  page: Headers
  /** Of files whose names hold a hash of their content. */
  hashed: Headers
  /** Folder of those files, below the root: `/assets/`. */
  hashedPrefix: string
  /** Paths without parameters that are screens of the shop: answered with index.html unless they are files themselves. */
  routes: readonly string[]
  /** Prefixes whose paths have one more segment: `/product-details/`. */
  prefixes: readonly string[]
}

/** Answered with the status 404 for every path that is neither a file nor a screen. */
export const NOT_FOUND_PAGE = '404.html'

/**
 * The description of a build.
 * @param pages the text of its HTML files
 * @param screenPaths the path of every screen, as the router writes it
 */
export function hostingOf(
  pages: readonly string[],
  screenPaths: readonly string[],
  settings: Settings,
): Hosting {
  const patterns = screenPaths.filter((path) => path !== '*')
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
    routes: [...new Set(patterns.filter((path) => !path.includes(':')))],
    prefixes: patterns.filter((path) => path.includes(':')).map((path) => path.replace(/:.*$/, '')),
  }
}

/** Every HTML file of a folder, at any depth, as text. */
function readPages(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.html'))
    .map((name) => readFileSync(join(folder, name), 'utf8'))
}

/**
 * `_headers` of Netlify and Cloudflare Pages, which the emulator reads too. Rules that match the same path add up, and
 * the same header twice would be joined: so each header is in one rule only.
 */
export function headersFile({ common, page, hashed, hashedPrefix, routes, prefixes }: Hosting): string {
  const rule = (path: string, headers: Headers) =>
    [path, ...Object.entries(headers).map(([name, value]) => `  ${name}: ${value}`)].join('\n')
  // A host that serves /about-us from about-us.html answers that URL too.
  const files = routes.map((path) => (path === '/' ? '/index.html' : `${path}.html`))
  const pages = [...routes, ...files, ...prefixes.map((prefix) => `${prefix}*`)]
  const rules = [
    rule('/*', common),
    rule(`${hashedPrefix}*`, hashed),
    ...pages.map((path) => rule(path, page)),
  ]
  return `${rules.join('\n')}\n`
}

/**
 * `_redirects` of Netlify and Cloudflare Pages: a screen that is no file is index.html; all else is 404.html.
 * trap: Cloudflare takes a rule before a file of that path, so screens that are files have none.
 * @param isFile whether a path of the folder exists
 */
export function redirectsFile({ routes, prefixes }: Hosting, isFile: (path: string) => boolean): string {
  const paths = [
    ...routes.filter((path) => path !== '/' && !isFile(`${path}.html`)),
    ...prefixes.filter((prefix) => !isFile(prefix)).map((prefix) => `${prefix}*`),
  ]
  return paths.map((path) => `${path} /index.html 200\n`).join('')
}

/**
 * The page of an unknown path with the policy of the build in itself: hosts that set headers by path set none there.
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
 * @param built the folder that the shop was built into: its renderer is beside it
 * @param folder that folder, or a copy of it
 */
export async function writeHostingFiles(built: string, folder: string, settings: Settings): Promise<Hosting> {
  const { SCREEN_PATHS } = await loadRenderer(built)
  // The renderer holds the frames of pages that are filled after the build.
  const pages = [...readPages(folder), ...readPages(rendererFolder(built))]
  const hosting = hostingOf(pages, SCREEN_PATHS, settings)
  const missing = join(folder, NOT_FOUND_PAGE)
  writeFileSync(missing, withPolicy(readFileSync(missing, 'utf8'), pages, settings))
  writeFileSync(join(folder, '_headers'), headersFile(hosting))
  writeFileSync(
    join(folder, '_redirects'),
    redirectsFile(hosting, (path) => existsSync(join(folder, path))),
  )
  return hosting
}

/** Writes what a static host reads (`_headers`, `_redirects`, 404.html) once every page of the build is there. */
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
