import { createHash } from 'node:crypto'
import type { Settings } from '../src/config/read-env.ts'
import { vendorOf } from '../src/config/vendors.ts'

/** Trusted Types policies of the shop (web/src/platform/trusted-types.ts) and of DOMPurify. */
const TRUSTED_TYPES = ['default', 'dompurify']

/**
 * Returns the Content-Security-Policy of a build. It allows inline content by hash, and the hosts in the settings.
 * Images may come from any https host, because category image URLs are provider data.
 * @param pages the text of all HTML files in the build, which share one policy
 */
export function makeContentPolicy(pages: readonly string[], settings: Settings): string {
  const scripts = [settings.paymentScript, settings.chatScript]
  const vendors = scripts.map(vendorOf).filter((vendor) => vendor !== undefined)
  /** Returns the hosts of the vendors' scripts and their sources for a directive. */
  const listVendorSources = (directive: string) => [
    ...scripts.flatMap(sourceOf),
    ...vendors.flatMap(({ sources }) => sources[directive] ?? []),
  ]
  const requested = [
    settings.apiHost,
    settings.adminHost,
    settings.places,
    settings.usageEvents,
    settings.mapTiles,
  ]
  const images = [settings.apiHost, settings.adminHost, settings.mapTiles, settings.imageWidths, ...scripts]
  const directives: Record<string, readonly string[]> = {
    'default-src': ["'none'"],
    'script-src': ["'self'", ...hashesOf(pages, 'script'), ...listVendorSources('script-src')],
    // Browsers ignore 'unsafe-inline' next to a hash.
    'style-src': [
      "'self'",
      ...(vendors.some(({ needsInlineStyles }) => needsInlineStyles)
        ? ["'unsafe-inline'"]
        : hashesOf(pages, 'style')),
      ...listVendorSources('style-src'),
    ],
    // Source F4: the payment vendor's script positions its frame with a style attribute.
    'style-src-attr': ["'unsafe-inline'"],
    'img-src': ["'self'", 'https:', 'data:', 'blob:', ...images.flatMap(sourceOf).filter(isPlainHttp)],
    'font-src': ["'self'", 'data:', ...listVendorSources('font-src')],
    'connect-src': ["'self'", ...requested.flatMap(sourceOf), ...listVendorSources('connect-src')],
    'frame-src': ["'self'", ...listVendorSources('frame-src')],
    'media-src': ["'self'", ...listVendorSources('media-src')],
    'manifest-src': ["'self'"],
    'worker-src': ["'self'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'", ...listVendorSources('form-action')],
    'require-trusted-types-for': ["'script'"],
    'trusted-types': TRUSTED_TYPES,
    'frame-ancestors': ["'none'"],
    ...(settings.policyReports === ''
      ? {}
      : { 'report-uri': [settings.policyReports], 'report-to': ['policy'] }),
  }
  return Object.entries(directives)
    .map(([name, sources]) => [name, ...withoutCovered(sources)].join(' '))
    .join('; ')
}

/**
 * Removes duplicates, and hosts that a wildcard covers, because Cloudflare Pages drops headers above 2,000 characters.
 */
function withoutCovered(sources: readonly string[]): string[] {
  const wildcards = sources.filter((source) => source.startsWith('https://*.'))
  const isCovered = (source: string) =>
    wildcards.some(
      (wildcard) =>
        source !== wildcard &&
        source.startsWith('https://') &&
        source.endsWith(wildcard.slice('https://*'.length)),
    )
  return [...new Set(sources)].filter((source) => !isCovered(source))
}

/** Returns the sources for the payment and chat frames, except the page's origin. */
export function listFrameSources({ paymentScript, chatScript }: Settings): string[] {
  const scripts = [paymentScript, chatScript]
  return scripts.flatMap((url) => [...sourceOf(url), ...(vendorOf(url)?.sources['frame-src'] ?? [])])
}

/** Returns the distinct hashes of inline content. Data blocks such as JSON-LD need none. */
function hashesOf(pages: readonly string[], tag: 'script' | 'style'): string[] {
  const inline = new RegExp(`<${tag}(?: type="(?:module|text/javascript)")?>([\\s\\S]*?)</${tag}>`, 'g')
  const texts = new Set(pages.flatMap((page) => [...page.matchAll(inline)].map(([, text = '']) => text)))
  return [...texts].map((text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`)
}

/** Converts a URL to a source with scheme, host and port: `https://*.tile.example`. The page's origin needs none. */
export function sourceOf(url: string): string[] {
  const [, scheme = '', host = ''] = /^(https?:)?\/\/([^/?#]+)/.exec(url) ?? []
  if (host === '') return []
  const pattern = host.replace(/^\{\w+\}\./, '*.')
  // With any other placeholder in the host name, only the scheme can be used.
  if (pattern.includes('{')) return [scheme || 'https:']
  return [scheme === '' ? pattern : `${scheme}//${pattern}`]
}

/** Whether an image source is not covered by `https:`. */
const isPlainHttp = (source: string) => !source.startsWith('https:')
