import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import Beasties from 'beasties'
import { build, type Plugin, type ResolvedConfig, type Rolldown } from 'vite'
import {
  loadRenderer,
  type Page,
  RENDERER_FILE,
  type Renderer,
  rendererFolder,
  shellFile,
  templateFile,
} from './renderer.ts'
import { sampleRequest } from './sample-responses.ts'

/** Hides the spinner if JavaScript is disabled. */
const HIDE_WAITING = '<noscript><style>.page-wait{display:none}</style></noscript>'

/** States set by the inline script, and classes that depend on the product. The samples do not contain all of them. */
const TINTS = [0, 1, 2, 3, 4, 5].map((at) => `tint-${at} cover-${at}`).join(' ')
const EARLY_STATES = `<button class="btn" aria-busy="true"></button><a aria-busy="true"></a><i class="${TINTS} slide-drawn"></i>`
const EARLY_CLASSES = 'scripted saves-data is-elsewhere quiet-shell'

/**
 * Builds the server renderer (src/entry-server.tsx). Renders from index.html a template for each route, which the renderer
 * fills with data, and a shell: the route in its loading state, served for all paths without a prerendered file.
 */
export function shopPages(): Plugin {
  let config: ResolvedConfig
  const files = new Map<string, string>()
  return {
    name: 'shop-pages',
    apply: ({ build: options }, { command }) => command === 'build' && !options?.ssr && !options?.lib,
    configResolved: (resolved) => {
      config = resolved
    },
    transformIndexHtml: {
      order: 'post',
      async handler(html, { bundle = {} }) {
        const shop = resolve(config.root, config.build.outDir)
        const renderer = await buildRenderer(config, shop)
        const script = await compileScript(config, 'src/entry-inline.ts', 'earlyInput')
        const icon = await readFile(resolve(config.publicDir, 'favicon.svg'), 'utf8')
        const document = withScript(html, script, config.env.VITE_API_HOST)
          // Saves a request on every page. The file is for the manifest.
          .replace('href="/favicon.svg"', `href="data:image/svg+xml,${encodeURIComponent(icon)}"`)
        const styles = await stylesOfGroups(renderer, bundle)
        for (const page of renderer.pages) {
          const template = withFiles(document, filesOf(page, bundle), styles.get(groupOf(page)) ?? '')
          await write(templateFile(shop, page.name), template)
          files.set(shellFile(page), (await renderer.renderPage(template, page.path)) ?? '')
        }
        return files.get('index.html')
      },
    },
    // Chromium compiles the functions on a background thread while the file downloads, not when they are called.
    // Source: https://developer.chrome.com/blog/explicit-compile-hints
    generateBundle: {
      // The hint must be in the first line, where the bundler adds its own.
      order: 'post',
      handler: (_, bundle) => {
        for (const chunk of Object.values(bundle))
          if (chunk.type === 'chunk' && chunk.isEntry)
            chunk.code = `//# allFunctionsCalledOnLoad\n${chunk.code}`
      },
    },
    async writeBundle({ dir = '' }) {
      for (const [file, html] of files) await write(resolve(dir, file), html)
    },
  }
}

async function write(file: string, text: string): Promise<void> {
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, text)
}

/** Adds the inline script, and preconnects to an API on a different host, for responses and images. */
function withScript(html: string, script: string, apiHost: string | undefined): string {
  const origin = apiHost ? new URL(apiHost).origin : ''
  const connect = apiHost
    ? `<link rel="preconnect" href="${origin}" crossorigin><link rel="preconnect" href="${origin}">`
    : ''
  return html.replace('</title>', () => `</title>${connect}<script>${script}</script>`)
}

/**
 * Adds `styles` inline, and links to the page's files, which the inline script activates. The first script is the entry.
 */
function withFiles(html: string, files: readonly string[], styles: string): string {
  const tags = files.map((file) => `<link ${attributesOf(file)} crossorigin href="${file}">`)
  return html
    .replace('</head>', () => `<style>${styles}</style>${HIDE_WAITING}${tags.join('')}</head>`)
    .replace(
      /<script type="module"[^>]* src="([^"]+)"[^>]*><\/script>/,
      '<link data-script crossorigin href="$1">',
    )
    .replaceAll('<link rel="modulepreload"', '<link data-script')
    .replace(/\s*<link rel="stylesheet"([^>]*)>([\s\S]*?<\/noscript>)/, '$2<link data-style as="style"$1>')
}

function attributesOf(file: string): string {
  if (file.endsWith('.css')) return 'data-style as="style"'
  return file.endsWith('.js') ? 'data-script' : 'data-font as="font" type="font/woff2"'
}

/** Font files with the basic characters. */
export const FACES = /-basic.*\.woff2$/

/** Returns the chunks of a build, and functions that find their imports and style sheets. */
export function chunksOf(bundle: Rolldown.OutputBundle) {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
  const byFile = new Map(chunks.map((chunk) => [chunk.fileName, chunk]))
  /** Returns a chunk and its static imports, recursively. */
  const withImports = (fileName: string, visited = new Set<string>()): Set<string> => {
    const chunk = byFile.get(fileName)
    if (!chunk || visited.has(fileName)) return visited
    visited.add(fileName)
    for (const each of chunk.imports) withImports(each, visited)
    return visited
  }
  const sheetsOf = (files: readonly string[]) =>
    new Set(files.flatMap((file) => [...(byFile.get(file)?.viteMetadata?.importedCss ?? [])]))
  return { chunks, byFile, withImports, sheetsOf }
}

/** Returns the scripts and style sheets of a page that are not part of the entry. */
function filesOf({ module }: Page, bundle: Rolldown.OutputBundle): string[] {
  const { chunks, withImports, sheetsOf } = chunksOf(bundle)
  const entry = chunks.find(({ isEntry }) => isEntry)
  const page = chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(`/src/pages/${module}.tsx`)))
  if (!entry || !page) throw new Error(`No chunk contains ${module}.tsx.`)
  const first = withImports(entry.fileName)
  const own = [...withImports(page.fileName)].filter((file) => !first.has(file))
  const fonts = Object.keys(bundle).filter((file) => FACES.test(file))
  return [...own, ...sheetsOf(own), ...fonts].map((file) => `/${file}`)
}

/** Groups pages that share inline styles, because each distinct style element adds a hash to the policy. */
const groupOf = ({ name, rendering }: Page): string => (rendering === 'data' ? name : 'other')

/** Returns the inline styles of each group: those of its pages, with and without data. */
async function stylesOfGroups(
  renderer: Renderer,
  bundle: Rolldown.OutputBundle,
): Promise<Map<string, string>> {
  const css = Object.values(bundle)
    .map((file) => (file.type === 'asset' && file.fileName.endsWith('.css') ? String(file.source) : ''))
    .join('\n')
  const markup = new Map<string, string>()
  for (const page of renderer.pages) {
    const group = groupOf(page)
    const path = page.path.replace(':id', page.name === 'author' ? 'Author' : '1')
    const paths = page.rendering === 'data' ? [page.path, path] : [page.path]
    for (const each of paths) {
      const options = each === path ? { request: sampleRequest } : {}
      const rendered = await renderer.renderPage('<!--app-->', each, options)
      if (rendered === null) throw new Error(`The sample of ${each} was not rendered.`)
      markup.set(group, (markup.get(group) ?? '') + rendered)
    }
  }
  return new Map(
    await Promise.all(
      [...markup].map(async ([group, html]) => [group, await usedStyles(css, html)] as const),
    ),
  )
}

/** Returns the styles that the markup uses, with the fallback font faces. */
async function usedStyles(css: string, markup: string): Promise<string> {
  const faces = css.match(/@font-face\{[^}]*local\([^}]*\}/g) ?? []
  // trap: Beasties drops selectors that start with :where().
  const lists = css.match(/:where\(ul,ol\)[^{]*\{[^}]*\}/g) ?? []
  if (lists.length === 0) throw new Error('The list styles of theme/_base.scss were not found.')
  const document = `<html class="${EARLY_CLASSES}"><head><style>${css}</style></head><body><div id="root">${markup}${EARLY_STATES}</div><p class="not-loaded"></p></body></html>`
  const reduced = await new Beasties({
    external: false,
    reduceInlineStyles: true,
    logLevel: 'error',
  }).process(document)
  const used = /<style>([\s\S]*?)<\/style>/.exec(reduced)?.[1]
  if (used === undefined) throw new Error('The styles of the first page could not be extracted.')
  return withoutUnusedVariables([...faces, ...lists, used].join(''))
}

/** Removes unused custom properties of `:root`, such as most of Bootstrap's. The style sheets have them all. */
function withoutUnusedVariables(css: string): string {
  const used = new Set([...css.matchAll(/var\((--[\w-]+)/g)].map(([, name]) => name))
  const reduced = css.replaceAll(/:root\{[^}]*\}/g, (rule) =>
    rule.replaceAll(/(--[\w-]+):[^;}]*;?/g, (declaration, name) => (used.has(name) ? declaration : '')),
  )
  // Repeats, because a variable may have been used only by variables that are now removed.
  return reduced === css ? css : withoutUnusedVariables(reduced)
}

/** Compiles a standalone script. @param entry relative to the root */
export async function compileScript(
  { root, mode }: ResolvedConfig,
  entry: string,
  name: string,
  define: Record<string, string> = {},
): Promise<string> {
  const output = await build({
    root,
    mode,
    configFile: false,
    logLevel: 'error',
    define,
    build: {
      write: false,
      target: 'es2022',
      lib: { entry: resolve(root, entry), formats: ['iife'], name },
    },
  })
  const [{ output: files }] = output as Rolldown.RolldownOutput[] as [Rolldown.RolldownOutput]
  return files[0].code.trim()
}

async function buildRenderer({ root, mode }: ResolvedConfig, shop: string): Promise<Renderer> {
  await build({
    root,
    mode,
    logLevel: 'error',
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
