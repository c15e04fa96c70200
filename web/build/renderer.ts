import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build, type Plugin, type ResolvedConfig } from 'vite'

/** The exports of the renderer, which the build compiles for Node. */
export type Renderer = typeof import('../src/entry-server.tsx')
export type Page = Renderer['routeTable'][number]

/** Returns the folder of a built shop's renderer. It is outside the shop's folder, because it is not served. */
export const rendererFolder = (shop: string): string => `${shop}-renderer`
export const RENDERER_FILE = 'renderer.mjs'

/** Loads a built shop's renderer. @param shop folder of the built shop. @throws if the renderer is missing */
export async function loadRenderer(shop: string): Promise<Renderer> {
  return (await import(pathToFileURL(join(rendererFolder(shop), RENDERER_FILE)).href)) as Renderer
}

/** Omits the style sheets, which take a third of the time: the renderer has no output for them. */
const noStyles: Plugin = {
  name: 'no-styles',
  enforce: 'pre',
  load: { filter: { id: /\.s?css$/ }, handler: () => '' },
}

/** Compiles the renderer (src/entry-server.tsx). @param shop output folder of the shop */
export async function buildRenderer({ root, mode }: ResolvedConfig, shop: string): Promise<Renderer> {
  await build({
    root,
    mode,
    logLevel: 'error',
    plugins: [noStyles],
    ssr: { noExternal: true },
    // Otherwise NODE_ENV would be read at run time and select React's development build, which takes twice as long.
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      ssr: resolve(root, 'src/entry-server.tsx'),
      outDir: rendererFolder(shop),
      emptyOutDir: true,
      copyPublicDir: false,
      manifest: false,
      rolldownOptions: {
        // With the extension .mjs, Node loads the files as ES modules from any folder.
        output: { entryFileNames: RENDERER_FILE, chunkFileNames: 'assets/[name]-[hash].mjs' },
      },
    },
  })
  return loadRenderer(shop)
}

/** Returns the file with a page's template, into which `renderPage` renders it. */
export function templateFile(shop: string, name: string): string {
  return join(rendererFolder(shop), `${name}.html`)
}

/** Returns the file name of a page's shell, which web servers send for all paths of the page without a file. */
export function shellFile({ name, path }: Page): string {
  if (path === '/') return 'index.html'
  if (path === '/*') return '404.html'
  return path.includes(':') ? `shells/${name}.html` : `${path.slice(1)}.html`
}
