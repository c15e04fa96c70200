import { join } from 'node:path'
import { compileString } from 'sass'
import type { Plugin } from 'vite'
import { store } from '../src/config/store.ts'
import { escapeHtml } from '../src/server/fill-slots.ts'

const THEME = join(import.meta.dirname, '../src/theme')
export const BRAND_SLOT = '<!--slot:brand-->'
const MANIFEST = 'manifest.webmanifest'

/** Sass that lists the variables of _colours.scss. */
const LISTED = `
  @use "sass:meta";
  @use "colours";
  @each $name, $value in meta.module-variables("colours") { #{$name} { value: #{$value}; } }
`
/** The number of backgrounds for drawn covers. */
const COVERS = 6

let colours: ReadonlyMap<string, string> | undefined

/** Returns the brand's colours by their names in _colours.scss. @throws Error if one is not a colour such as `#17213c` */
export function brandColours(): ReadonlyMap<string, string> {
  const { css } = compileString(LISTED, { loadPaths: [THEME] })
  const entries = [...css.matchAll(/^([\w-]+) \{\s+value: (.*);/gm)].map(([, name = '', value = '']) => {
    const length = name === 'covers' ? COVERS : 1
    if (!new RegExp(`^(#[0-9a-f]{6} ?){${length}}$`, 'i').test(value))
      throw new Error(`web/src/theme/_colours.scss: $${name} must be ${length} of colours like #17213c.`)
    return [name, value] as const
  })
  return new Map(entries)
}

/** Returns a colour of the brand, such as `#17213c`. */
export function brandColour(name: 'ink' | 'paper'): string {
  colours ??= brandColours()
  return colours.get(name) ?? ''
}

/** Returns the metadata of every page that names the brand. */
export const brandTags = (): string =>
  `<meta property="og:site_name" content="${escapeHtml(store.name)}"><meta name="theme-color" content="${brandColour('ink')}">`

const icon = (name: string, size: number, rest = {}) => ({
  src: `/install/${name}.png`,
  sizes: `${size}x${size}`,
  type: 'image/png',
  ...rest,
})

const screenshot = (name: string, sizes: string, form_factor: string, label: string) => ({
  src: `/install/${name}.webp`,
  sizes,
  type: 'image/webp',
  form_factor,
  label,
})

/** Returns the web app manifest: name, colours and images of the installed shop. */
const manifest = () => ({
  name: store.name,
  short_name: store.name,
  description: store.description,
  id: '/',
  start_url: '/',
  scope: '/',
  display: 'standalone',
  background_color: brandColour('paper'),
  theme_color: brandColour('ink'),
  icons: [
    { src: '/favicon.svg', sizes: 'any', type: 'image/svg+xml' },
    icon('icon-192', 192),
    icon('icon-512', 512),
    icon('icon-maskable-512', 512, { purpose: 'maskable' }),
  ],
  screenshots: [
    screenshot('shop-phone', '360x740', 'narrow', 'The shop on a phone'),
    screenshot('home', '1280x860', 'wide', 'The home page'),
  ],
  shortcuts: [
    { name: 'Orders', url: '/my-account?tab=orders' },
    { name: 'Search', url: '/search' },
  ],
})

/**
 * Writes the manifest. In development, also fills the brand's slot of index.html, which build/documents.ts fills in a
 * build.
 */
export const brand: Plugin = {
  name: 'brand',
  configureServer: ({ middlewares }) => {
    middlewares.use(`/${MANIFEST}`, (_, response) => {
      response.setHeader('content-type', 'application/manifest+json')
      response.end(JSON.stringify(manifest()))
    })
  },
  transformIndexHtml: (html) => html.replace(BRAND_SLOT, brandTags),
  generateBundle() {
    this.emitFile({ type: 'asset', fileName: MANIFEST, source: JSON.stringify(manifest()) })
  },
}
