import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

/** The exports of the renderer, which the build compiles for Node. */
export type Renderer = typeof import('../src/entry-server.tsx')
export type Page = Renderer['pages'][number]

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
