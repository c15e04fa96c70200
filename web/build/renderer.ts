import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

export type Page = {
  name: string
  module: string
  path: string
  title: string | null
  rendering: 'static' | 'data' | 'private'
  example: string
}

type RequestJson = (path: string) => Promise<string | undefined>

/** The exports of src/entry-server.tsx, built for Node. */
export type Renderer = {
  pages: readonly Page[]
  listedPaths: readonly string[]
  paths: Record<'product' | 'category' | 'author', (id: number | string) => string> & { categories: string }
  booksRequest: string
  booksByAuthor: (response: unknown) => Map<string, unknown[]>
  /** Returns the page at a path. */
  pageOf: (path: string) => Page
  renderPage: (
    template: string,
    path: string,
    options?: { request?: RequestJson; origin?: string; isComplete?: boolean },
  ) => Promise<string | null>
}

/** Returns the folder of a built shop's renderer. It is outside the shop's folder, because it is not served. */
export const rendererFolder = (shop: string): string => `${shop}-renderer`
export const RENDERER_FILE = 'renderer.mjs'

/** @param shop folder of the built shop. @throws if the renderer is missing */
export async function loadRenderer(shop: string): Promise<Renderer> {
  return (await import(pathToFileURL(join(rendererFolder(shop), RENDERER_FILE)).href)) as Renderer
}

/** Returns the file with a page's template, into which `renderPage` renders it. */
export function templateFile(shop: string, name: string): string {
  return join(rendererFolder(shop), `${name}.html`)
}

/** Returns the file name of a page's shell, which hosts serve for all paths of the page without a file. */
export function shellFile({ name, path }: Page): string {
  if (path === '/') return 'index.html'
  if (path === '/*') return '404.html'
  return path.includes(':') ? `shells/${name}.html` : `${path.slice(1)}.html`
}
