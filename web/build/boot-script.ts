import { writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import Beasties from 'beasties'
import { build, type Plugin, type ResolvedConfig, type Rolldown } from 'vite'
import { bootPages, pages } from '../src/boot/pages.ts'
import { frameFile, loadRenderer, RENDERER_FILE, type Renderer, rendererFolder } from './renderer.ts'

/** The app's files for the boot script, in the format of its type `Build`. */
type AppFiles = { entry: string; styles: string[]; pages: Record<string, string[]> }

/** Hides the spinner if JavaScript is disabled. */
const HIDE_WAITING = '<noscript><style>.page-wait{display:none}</style></noscript>'

/** Classes that only the boot script sets. */
const SET_BY_SCRIPT = 'tint-1 tint-2 tint-3 tint-4 tint-5 slide-drawn'

/** Markup of controls after a tap. Its styles are needed, but the initial markup does not contain this state. */
const BUSY = '<button class="btn" aria-busy="true"></button><a aria-busy="true"></a>'

/**
 * Adds to index.html the app shell, skeletons, their styles, and the boot script (src/boot/boot.ts), which requests API data
 * immediately, paints the first image and then starts the app. Removes the app's own tags, which the boot script adds.
 */
export function bootScript(): Plugin {
  let config: ResolvedConfig
  const files = new Map<string, string>()
  return {
    name: 'boot-script',
    apply: ({ build: options }, { command }) => command === 'build' && !options?.ssr && !options?.lib,
    configResolved: (resolved) => {
      config = resolved
    },
    transformIndexHtml: {
      order: 'post',
      async handler(html, { bundle = {} }) {
        const { page, entry, styles } = withoutAppTags(html)
        const app: AppFiles = { entry, styles, pages: filesOfPages(bundle, entry) }
        const renderer = await buildRenderer(config)
        const frame = await renderer.renderFrame()
        const noScript = await renderer.renderNoScript()
        const templates = Object.entries(await renderer.renderTemplates())
          .map(([id, markup]) => `<template id="${id}">${markup}</template>`)
          .join('\n')
        const css = await usedStyles(
          stylesOf(bundle, [...styles, ...Object.values(app.pages).flat()]),
          frame + templates,
        )
        const bootCode = await compileScript(config, 'src/boot/boot.ts', 'bootScript', {
          APP_FILES: '__APP_FILES__',
        })
        const script = bootCode.replace('__APP_FILES__', () => JSON.stringify(app).replaceAll('<', '\\u003c'))
        const connect = preconnectTags(config.env.VITE_API_HOST)
        const withStyles = (styles: string, skeletons = '') =>
          page
            .replace('</title>', () => `</title>${connect}`)
            .replace('<!--no-script-->', () => noScript)
            .replace('</head>', () => `<style>${styles}</style>${HIDE_WAITING}</head>`)
            .replace('</body>', () => `${skeletons}<script>${script}</script></body>`)
        const allStyles = stylesOf(bundle, [...styles, ...Object.keys(bundle).map((file) => `/${file}`)])
        const stylesFor = ({ markup }: { markup: string }) => usedStyles(allStyles, markup)
        for (const path of [...renderer.STATIC_PATHS, renderer.MISSING_PATH]) {
          const rendered = await renderer.renderStaticPage(path)
          files.set(`.${path}.html`, renderer.fillPage(withStyles(await stylesFor(rendered)), rendered))
        }
        // Writes the app shells for prerendered pages.
        for (const [kind, sample] of Object.entries(await renderer.renderSamples()))
          await writeFile(frameFile(shopFolder(config), kind), withStyles(await stylesFor(sample)))
        return withStyles(css, templates).replace('<!--frame-->', () => frame)
      },
    },
    async writeBundle({ dir = '' }) {
      for (const [file, html] of files) await writeFile(resolve(dir, file), html)
    },
  }
}

/** Preconnects to an API on a different host, for responses and images, which use separate connections. */
function preconnectTags(apiHost: string | undefined): string {
  if (!apiHost) return ''
  const { origin } = new URL(apiHost)
  return `<link rel="preconnect" href="${origin}" crossorigin><link rel="preconnect" href="${origin}">`
}

/** Removes Vite's tags that start the app, and returns their files. */
function withoutAppTags(html: string): { page: string; entry: string; styles: string[] } {
  const entry = /<script type="module"[^>]* src="([^"]+)"/.exec(html)?.[1]
  if (entry === undefined)
    throw new Error('index.html contains no module script; the format of Vite’s tags may have changed.')
  const styles = [...html.matchAll(/<link rel="stylesheet"[^>]* href="([^"]+)"/g)].map(
    ([, href = '']) => href,
  )
  const page = html
    .replaceAll(/\s*<script type="module"[^>]*><\/script>/g, '')
    .replaceAll(/\s*<link rel="(?:modulepreload|stylesheet)"[^>]*>/g, '')
  return { page, entry, styles }
}

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

/** Returns the scripts and style sheets of each page that are not part of the entry. */
function filesOfPages(bundle: Rolldown.OutputBundle, entry: string): Record<string, string[]> {
  const { chunks, withImports, sheetsOf } = chunksOf(bundle)
  const first = withImports(entry.slice(1))
  return Object.fromEntries(
    bootPages.map(({ name }) => {
      const module = `/src/pages/${pages.find((each) => each.name === name)?.module}-page.tsx`
      const page = chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(module)))
      if (!page) throw new Error(`No chunk contains ${module}.`)
      const own = [...withImports(page.fileName)].filter((file) => !first.has(file))
      return [name, [...own, ...sheetsOf(own)].map((file) => `/${file}`)]
    }),
  )
}

function stylesOf(bundle: Rolldown.OutputBundle, files: readonly string[]): string {
  return [...new Set(files)]
    .filter((file) => file.endsWith('.css'))
    .map((file) => {
      const asset = bundle[file.slice(1)]
      return asset?.type === 'asset' ? String(asset.source) : ''
    })
    .join('\n')
}

/** Matches controls that cannot be identified in the app's rendering of the page. */
const UNIDENTIFIED =
  /<button(?![^>]* (?:data-boot=|disabled=|aria-disabled="true"|type="submit"))[^>]*>|<form(?![^>]* data-boot=)[^>]*>/

/** @throws Error if a control without `data-boot` can be used before the app has mounted */
function requireIdentities(markup: string): void {
  const [control] = UNIDENTIFIED.exec(markup) ?? []
  if (control !== undefined)
    throw new Error(`${control} can be used before the app has mounted, so it requires data-boot.`)
}

/** Returns the styles that the markup uses, and the fallback font faces. */
async function usedStyles(css: string, markup: string): Promise<string> {
  requireIdentities(markup)
  const faces = css.match(/@font-face\{[^}]*local\([^}]*\}/g) ?? []
  // trap: Beasties drops selectors that start with :where().
  const lists = css.match(/:where\(ul,ol\)[^{]*\{[^}]*\}/g) ?? []
  if (lists.length === 0) throw new Error('The list styles of theme/_base.scss were not found.')
  // Includes the attribute that the boot script sets (`EARLY`).
  const document = `<html data-early><head><style>${css}</style></head><body><div id="root">${markup.replaceAll(/<(\/?)template/g, '<$1div')}<i class="${SET_BY_SCRIPT}"></i>${BUSY}</div></body></html>`
  const reduced = await new Beasties({
    external: false,
    reduceInlineStyles: true,
    logLevel: 'error',
  }).process(document)
  const used = /<style>([\s\S]*?)<\/style>/.exec(reduced)?.[1]
  if (used === undefined) throw new Error('The styles of the first page could not be extracted.')
  return withoutUnusedVariables([...faces, ...lists, used].join(''))
}

/** Removes unused custom properties of `:root`, such as most of Bootstrap's. Deferred style sheets have them all. */
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
  define: Record<string, string>,
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

const shopFolder = ({ root, build: { outDir } }: ResolvedConfig): string => resolve(root, outDir)

async function buildRenderer(config: ResolvedConfig): Promise<Renderer> {
  const { root, mode } = config
  await build({
    root,
    mode,
    logLevel: 'error',
    ssr: { noExternal: true },
    // Otherwise NODE_ENV would be read at run time and select React's development build, which takes twice as long.
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      ssr: resolve(root, 'src/prerender/renderer.ts'),
      outDir: rendererFolder(shopFolder(config)),
      emptyOutDir: true,
      copyPublicDir: false,
      manifest: false,
      rolldownOptions: {
        // With the extension .mjs, Node loads the files as ES modules from any folder.
        output: { entryFileNames: RENDERER_FILE, chunkFileNames: 'assets/[name]-[hash].mjs' },
      },
    },
  })
  return loadRenderer(shopFolder(config))
}
