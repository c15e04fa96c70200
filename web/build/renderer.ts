import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

type RenderedPage = { path: string; markup: string }
type RequestJson = (path: string) => Promise<unknown>
type Visit = { origin: string; at: Date }

/** The exports of src/prerender/renderer.ts, built for Node. */
export type Renderer = {
  STATIC_PATHS: readonly string[]
  LISTED_PATHS: readonly string[]
  MISSING_PATH: string
  SCREEN_PATHS: readonly string[]
  isOnApiOrigin: boolean
  CATEGORIES_PATH: string
  BOOKS_REQUEST: string
  authorPath: (name: string) => string
  booksByAuthor: (response: unknown) => Map<string, unknown[]>
  productPath: (id: number | string) => string
  categoryPath: (id: number | string) => string
  renderFrame: () => Promise<string>
  renderNoScript: () => Promise<string>
  renderTemplates: () => Promise<Record<string, string>>
  renderSamples: () => Promise<Record<string, { markup: string }>>
  renderStaticPage: (path: string) => Promise<RenderedPage>
  renderPage: (path: string, request: RequestJson, visit: Visit) => Promise<RenderedPage | null>
  fillPage: (frame: string, page: RenderedPage, origin?: string) => string
}

/** Returns the folder of a built shop's renderer. It is outside the shop's folder, because it is not served. */
export const rendererFolder = (shop: string): string => `${shop}-renderer`
export const RENDERER_FILE = 'renderer.mjs'

/** @param shop folder of the built shop. @throws if the renderer is missing */
export async function loadRenderer(shop: string): Promise<Renderer> {
  return (await import(pathToFileURL(join(rendererFolder(shop), RENDERER_FILE)).href)) as Renderer
}

/** Returns the app shell file for a kind of page, such as `product-details` or `categories`. */
export function frameFile(shop: string, kind: string): string {
  return join(rendererFolder(shop), `${kind}.html`)
}

export function readFrame(shop: string, path: string): string {
  return readFileSync(frameFile(shop, path.split('/')[1] ?? ''), 'utf8')
}
