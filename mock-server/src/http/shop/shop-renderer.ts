import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

/** The exports of the shop's renderer that are used here (web/src/prerender/renderer.ts). */
export type Renderer = {
  isOnApiOrigin: boolean
  LISTED_PATHS: readonly string[]
  BOOKS_REQUEST: string
  authorPath: (name: string) => string
  booksByAuthor: (response: unknown) => Map<string, unknown>
  productPath: (id: number) => string
  categoryPath: (id: number) => string
  renderPage: (
    path: string,
    request: (path: string) => Promise<unknown>,
    visit: { origin: string; at: Date },
  ) => Promise<{ path: string } | null>
  fillPage: (frame: string, page: { path: string }, origin: string) => string
  sitemapFiles: (site: string, paths: readonly string[]) => Record<string, string>
  withSitemap: (robots: string, site: string) => string
}

export type ShopRenderer = {
  /** The renderer's folder, which also contains the pages' shells. */
  folder: string
  /** Imports the renderer on first use, to keep startup fast. */
  load: () => Promise<Renderer>
}

/** Returns the renderer next to a built shop's folder; null if there is none. */
export function findRenderer(shop: string): ShopRenderer | null {
  const folder = `${shop}-renderer`
  const file = join(folder, 'renderer.mjs')
  if (!existsSync(file)) return null
  let renderer: Promise<Renderer> | undefined
  return {
    folder,
    load: () => {
      renderer ??= import(pathToFileURL(file).href) as Promise<Renderer>
      return renderer
    },
  }
}
