import { createHash } from 'node:crypto'
import type { readEnv } from '../src/config/read-env.ts'

export type Settings = ReturnType<typeof readEnv>

/** The policies that the shop creates (web/src/lib/trusted-types.ts, web/src/early/front.ts), and DOMPurify's. */
const TRUSTED_TYPES = ['default', 'early-front', 'dompurify']

/** What the script of a provider needs beyond its own host, by directive. */
type Vendor = { host: RegExp; sources: Record<string, readonly string[]>; needsInlineStyles?: true }

const FLUTTERWAVE = ['flutterwave.com', 'f4b-flutterwave.com', 'myflutterwave.com', 'ravepay.co'].map(
  (name) => `https://*.${name}`,
)
const VENDORS: readonly Vendor[] = [
  {
    host: /(^|\.)flutterwave\.com$/,
    sources: {
      'script-src': FLUTTERWAVE,
      'connect-src': FLUTTERWAVE,
      'frame-src': FLUTTERWAVE,
      'form-action': FLUTTERWAVE,
    },
  },
  {
    host: /(^|\.)tawk\.to$/,
    sources: {
      'script-src': ['https://*.tawk.to', 'https://cdn.jsdelivr.net'],
      'style-src': ['https://*.tawk.to', 'https://cdn.jsdelivr.net', 'https://fonts.googleapis.com'],
      'font-src': ['https://*.tawk.to', 'https://fonts.gstatic.com'],
      'connect-src': ['https://*.tawk.to', 'wss://*.tawk.to'],
      'frame-src': ['https://*.tawk.to'],
      'media-src': ['https://*.tawk.to'],
      'form-action': ['https://*.tawk.to'],
    },
    needsInlineStyles: true,
  },
]

/**
 * The Content-Security-Policy of a build: only what its pages hold inline, by hash, and the hosts that its settings
 * name. Pictures may come from anywhere: the provider decides where they are.
 * @param pages the text of every HTML file of the build; one policy fits them all
 * @param options `inMeta` leaves out what a meta element must not hold
 */
export function contentPolicy(
  pages: readonly string[],
  settings: Settings,
  { inMeta = false }: { inMeta?: boolean } = {},
): string {
  const scripts = [settings.paymentScript, settings.chatScript]
  const vendors = VENDORS.filter(({ host }) => scripts.some((address) => host.test(nameOf(address))))
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
    'img-src': ["'self'", 'https:', 'http:', 'data:', 'blob:'],
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

/** The name of the host of an address, without its port; '' for an address of the page's own origin. */
function nameOf(address: string): string {
  return /^(?:https?:)?\/\/([^/?#:]+)/.exec(address)?.[1] ?? ''
}
