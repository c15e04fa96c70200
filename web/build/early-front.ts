import { writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import Beasties from 'beasties'
import { build, type Plugin, type ResolvedConfig, type Rolldown } from 'vite'

type Rendered = { markup: string }

/** What src/prerender/render-page.tsx exports. */
type Renderer = {
  STATIC_PATHS: readonly string[]
  renderFrame: () => Promise<string>
  renderTemplates: () => Promise<Record<string, string>>
  renderStaticPage: (path: string) => Promise<Rendered>
  renderSampleProduct: () => Promise<Rendered>
  fillPage: (html: string, page: Rendered) => string
}

/** The files of the app, for the early front. The names are those of its `Build`. */
type AppFiles = { entry: string; styles: string[]; pages: Record<string, string[]> }

/** Pages that the early front paints and whose code is not part of the entry. */
const PAGES = { shop: '/src/pages/shop-page.tsx', product: '/src/pages/product-page.tsx' }

/** Classes that the early front sets itself, so that no markup shows them. */
const SET_BY_SCRIPT = 'tint-1 tint-2 tint-3 tint-4 tint-5 slide-drawn'

/**
 * Makes index.html show something before any script has come: the shop's frame and the skeletons of its first pages
 * as HTML, the styles that these need, and the early front (src/early/front.ts), which asks the API at once, paints
 * the answer's first picture, and starts the app when that is there. The app's own tags are taken out: the early
 * front adds them.
 */
export function earlyFront(): Plugin {
  let config: ResolvedConfig
  const pages = new Map<string, string>()
  return {
    name: 'early-front',
    apply: ({ build: options }, { command }) => command === 'build' && !options?.ssr && !options?.lib,
    configResolved: (resolved) => {
      config = resolved
    },
    transformIndexHtml: {
      order: 'post',
      async handler(html, { bundle = {} }) {
        const { page, entry, styles } = withoutAppTags(html)
        const app: AppFiles = { entry, styles, pages: filesOfPages(bundle, entry) }
        const renderer = await loadRenderer(config)
        const frame = await renderer.renderFrame()
        const templates = Object.entries(await renderer.renderTemplates())
          .map(([id, markup]) => `<template id="${id}">${markup}</template>`)
          .join('\n')
        const css = await usedStyles(stylesOf(bundle, app), frame + templates)
        const script = (await compileFront(config)).replace('__APP_FILES__', () =>
          JSON.stringify(app).replaceAll('<', '\\u003c'),
        )
        const withStyles = (styles: string, skeletons = '') =>
          page
            .replace('</head>', () => `<style>${styles}</style></head>`)
            .replace('</body>', () => `${skeletons}<script>${script}</script></body>`)
        const stylesFor = ({ markup }: Rendered) => usedStyles(allStyles(bundle), markup)
        for (const path of renderer.STATIC_PATHS) {
          const rendered = await renderer.renderStaticPage(path)
          pages.set(`.${path}.html`, renderer.fillPage(withStyles(await stylesFor(rendered)), rendered))
        }
        // The frame of every product's page, for those who render them.
        const productFrame = withStyles(await stylesFor(await renderer.renderSampleProduct()))
        await writeFile(resolve(rendererFolder(config), 'product.html'), productFrame)
        return withStyles(css, templates).replace('<!--frame-->', () => frame)
      },
    },
    async writeBundle({ dir = '' }) {
      for (const [file, html] of pages) await writeFile(resolve(dir, file), html)
    },
  }
}

/** The page without the tags by which Vite would start the app, and what they name. */
function withoutAppTags(html: string): { page: string; entry: string; styles: string[] } {
  const entry = /<script type="module"[^>]* src="([^"]+)"/.exec(html)?.[1]
  if (entry === undefined)
    throw new Error('index.html has no module script: Vite names its entry differently.')
  const styles = [...html.matchAll(/<link rel="stylesheet"[^>]* href="([^"]+)"/g)].map(
    ([, href = '']) => href,
  )
  const page = html
    .replaceAll(/\s*<script type="module"[^>]*><\/script>/g, '')
    .replaceAll(/\s*<link rel="(?:modulepreload|stylesheet)"[^>]*>/g, '')
  return { page, entry, styles }
}

/** Scripts and style sheets of each page that do not come with the entry. */
function filesOfPages(bundle: Rolldown.OutputBundle, entry: string): Record<string, string[]> {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
  const byFile = new Map(chunks.map((chunk) => [chunk.fileName, chunk]))
  const withImports = (fileName: string, seen = new Set<string>()): Set<string> => {
    const chunk = byFile.get(fileName)
    if (!chunk || seen.has(fileName)) return seen
    seen.add(fileName)
    for (const each of chunk.imports) withImports(each, seen)
    return seen
  }
  const first = withImports(entry.slice(1))
  return Object.fromEntries(
    Object.entries(PAGES).map(([name, module]) => {
      const page = chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(module)))
      if (!page) throw new Error(`No chunk holds ${module}.`)
      const own = [...withImports(page.fileName)].filter((file) => !first.has(file))
      const sheets = own.flatMap((file) => [...(byFile.get(file)?.viteMetadata?.importedCss ?? [])])
      return [name, [...own, ...new Set(sheets)].map((file) => `/${file}`)]
    }),
  )
}

function stylesOf(bundle: Rolldown.OutputBundle, { styles, pages }: AppFiles): string {
  return [...new Set([...styles, ...Object.values(pages).flat()])]
    .filter((file) => file.endsWith('.css'))
    .map((file) => {
      const asset = bundle[file.slice(1)]
      return asset?.type === 'asset' ? String(asset.source) : ''
    })
    .join('\n')
}

function allStyles(bundle: Rolldown.OutputBundle): string {
  return Object.values(bundle)
    .map((file) => (file.type === 'asset' && file.fileName.endsWith('.css') ? String(file.source) : ''))
    .join('\n')
}

/** Of the styles those that the markup uses, and the faces that stand for the real ones until they have come. */
async function usedStyles(css: string, markup: string): Promise<string> {
  const faces = css.match(/@font-face\{[^}]*local\([^}]*\}/g) ?? []
  const document = `<html><head><style>${css}</style></head><body><div id="root">${markup.replaceAll(/<(\/?)template/g, '<$1div')}<i class="${SET_BY_SCRIPT}"></i></div></body></html>`
  const reduced = await new Beasties({
    external: false,
    reduceInlineStyles: true,
    logLevel: 'error',
  }).process(document)
  const used = /<style>([\s\S]*?)<\/style>/.exec(reduced)?.[1]
  if (used === undefined) throw new Error('The styles of the first page could not be picked out.')
  return faces.join('') + used
}

/** The early front as one script. */
async function compileFront({ root, mode }: ResolvedConfig): Promise<string> {
  const output = await build({
    root,
    mode,
    configFile: false,
    logLevel: 'error',
    define: { APP_FILES: '__APP_FILES__' },
    build: {
      write: false,
      target: 'es2022',
      lib: { entry: resolve(root, 'src/early/front.ts'), formats: ['iife'], name: 'earlyFront' },
    },
  })
  const [{ output: files }] = output as Rolldown.RolldownOutput[] as [Rolldown.RolldownOutput]
  return files[0].code.trim()
}

/** Beside the shop's folder, since nothing of it is served. */
function rendererFolder({ root, build: { outDir } }: ResolvedConfig): string {
  return `${resolve(root, outDir)}-renderer`
}

/** The pages of the shop as functions that give markup, built for Node. */
async function loadRenderer(config: ResolvedConfig): Promise<Renderer> {
  const { root, mode } = config
  const folder = rendererFolder(config)
  await build({
    root,
    mode,
    logLevel: 'error',
    ssr: { noExternal: true },
    build: {
      ssr: resolve(root, 'src/prerender/render-page.tsx'),
      outDir: folder,
      emptyOutDir: true,
      copyPublicDir: false,
      manifest: false,
      rolldownOptions: { output: { entryFileNames: 'render-page.mjs' } },
    },
  })
  return (await import(pathToFileURL(resolve(folder, 'render-page.mjs')).href)) as Renderer
}
