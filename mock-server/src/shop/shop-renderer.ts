import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

/** The exports of the shop's renderer that are used here (web/src/entry-server.tsx). */
type Renderer = {
  isOnApiOrigin: boolean
  pageOf: (path: string) => { name: string; rendering: string; readsSearch: boolean }
  renderPage: (
    template: string,
    path: string,
    options: {
      request: (path: string) => Promise<string | undefined>
      origin: string
      isExact: boolean
    },
  ) => Promise<string | null>
}

export type ShopRenderer = {
  /** Imports the renderer on first use, to keep startup fast. */
  load: () => Promise<Renderer>
  /** Reads the HTML template of the page with this name. */
  template: (name: string) => string
}

/** Returns the path of the table that the build writes into the renderer's folder (web/build/hosting.ts). */
export const tableFile = (shop: string): string => join(`${shop}-renderer`, 'hosting.json')

/** Returns the renderer next to a built shop's folder; null if there is none. */
export function findRenderer(shop: string): ShopRenderer | null {
  const folder = `${shop}-renderer`
  const file = join(folder, 'renderer.mjs')
  if (!existsSync(file)) return null
  let renderer: Promise<Renderer> | undefined
  return {
    load: () => {
      renderer ??= import(pathToFileURL(file).href) as Promise<Renderer>
      return renderer
    },
    template: (name) => readFileSync(join(folder, `${name}.html`), 'utf8'),
  }
}
