import { createHash } from 'node:crypto'
import type { readEnv } from '../src/config/read-env.ts'
import { vendorOf } from '../src/config/vendors.ts'

export type Settings = ReturnType<typeof readEnv>

/** The policies that the shop creates (web/src/platform/trusted-types.ts, web/src/boot/boot.ts), and DOMPurify's. */
const TRUSTED_TYPES = ['default', 'early-front', 'dompurify']

/**
 * The Content-Security-Policy of a build: only what its pages hold inline, by hash, and the hosts that its settings
 * name. Images may come from any https host, because the URL of a category's image is data of the provider.
 * @param pages the text of every HTML file of the build; one policy fits them all
 * @param options `inMeta` leaves out what a meta element must not hold
 */
export function contentPolicy(
  pages: readonly string[],
  settings: Settings,
  { inMeta = false }: { inMeta?: boolean } = {},
): string {
  const scripts = [settings.paymentScript, settings.chatScript]
  const vendors = scripts.map(vendorOf).filter((vendor) => vendor !== undefined)
  /** The hosts of the scripts themselves, and what their providers need for a directive. */
  const foreign = (directive: string) => [
    ...scripts.flatMap(sourceOf),
    ...vendors.flatMap(({ sources }) => sources[directive] ?? []),
  ]
  const asked = [
    settings.apiHost,
    settings.adminHost,
    settings.places,
    settings.usageEvents,
    settings.driftReports,
    settings.mapTiles,
  ]
  const images = [settings.apiHost, settings.adminHost, settings.mapTiles, settings.pictureWidths, ...scripts]
  const directives: Record<string, readonly string[]> = {
    'default-src': ["'none'"],
    'script-src': ["'self'", ...hashesOf(pages, 'script'), ...foreign('script-src')],
    // A browser ignores 'unsafe-inline' beside a hash.
    'style-src': [
      "'self'",
      ...(vendors.some(({ needsInlineStyles }) => needsInlineStyles)
        ? ["'unsafe-inline'"]
        : hashesOf(pages, 'style')),
      ...foreign('style-src'),
    ],
    'img-src': ["'self'", 'https:', 'data:', 'blob:', ...images.flatMap(sourceOf).filter(isPlainHttp)],
    'font-src': ["'self'", 'data:', ...foreign('font-src')],
    'connect-src': ["'self'", ...asked.flatMap(sourceOf), ...foreign('connect-src')],
    'frame-src': ["'self'", ...foreign('frame-src')],
    'media-src': ["'self'", ...foreign('media-src')],
    'manifest-src': ["'self'"],
    'worker-src': ["'self'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'", ...foreign('form-action')],
    'require-trusted-types-for': ["'script'"],
    'trusted-types': TRUSTED_TYPES,
    ...(inMeta ? {} : { 'frame-ancestors': ["'none'"] }),
    ...(inMeta || settings.policyReports === ''
      ? {}
      : { 'report-uri': [settings.policyReports], 'report-to': ['policy'] }),
  }
  return Object.entries(directives)
    .map(([name, sources]) => [name, ...new Set(sources)].join(' '))
    .join('; ')
}

/** Origins of the frames that the payment and chat scripts open, except the page's own. */
export function frameSources({ paymentScript, chatScript }: Settings): string[] {
  const scripts = [paymentScript, chatScript]
  return scripts.flatMap((url) => [...sourceOf(url), ...(vendorOf(url)?.sources['frame-src'] ?? [])])
}

/** The hashes of what the pages hold inline, without repeats. Data blocks such as JSON-LD are not run and need none. */
function hashesOf(pages: readonly string[], tag: 'script' | 'style'): string[] {
  const inline = new RegExp(`<${tag}(?: type="(?:module|text/javascript)")?>([\\s\\S]*?)</${tag}>`, 'g')
  const texts = new Set(pages.flatMap((page) => [...page.matchAll(inline)].map(([, text = '']) => text)))
  return [...texts].map((text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`)
}

/**
 * The source of an address that a setting names: scheme, host and port. None for an address of the page's own origin.
 * `https://{s}.tile.example/…` is `https://*.tile.example`.
 */
export function sourceOf(address: string): string[] {
  const [, scheme = '', host = ''] = /^(https?:)?\/\/([^/?#]+)/.exec(address) ?? []
  if (host === '') return []
  const pattern = host.replace(/^\{\w+\}\./, '*.')
  // Another placeholder within the name leaves no form but the scheme.
  if (pattern.includes('{')) return [scheme || 'https:']
  return [scheme === '' ? pattern : `${scheme}//${pattern}`]
}

/** Other sources of images are part of `https:`. */
const isPlainHttp = (source: string) => !source.startsWith('https:')
