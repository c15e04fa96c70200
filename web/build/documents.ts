import { readFile, writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { Plugin, ResolvedConfig, Rolldown } from 'vite'
import { fillSlots } from '../src/server/fill-slots.ts'
import { BRAND_SLOT, brandTags } from './brand.ts'
import { pageFiles } from './chunks.ts'
import { compileScript } from './compile-script.ts'
import { inlineStyles } from './inline-styles.ts'
import { buildRenderer, shellFile, templateFile } from './renderer.ts'
import { EARLY_TARGET } from './targets.ts'

/** Starts the shop in development. A build starts it with the inline script. */
const DEVELOPMENT_ENTRY = '<script type="module" src="/src/entry-client.tsx"></script>'

/**
 * The page without its inline script, because JavaScript is off or the browser is too old: it hides the controls that
 * would do nothing, and shows how to order. Beasties would drop these rules. No `:is()`, for the same browsers.
 */
const WITHOUT_SCRIPTS = [
  '.without-scripts{display:block!important}',
  ...['button[type=button]', 'form:not([action])', '.quantity', '.page-wait', '.skeleton'].map(
    (control) => `${control}{display:none!important}`,
  ),
]
  .map((rule) => `html:not(.scripted) ${rule}`)
  .join('')

/**
 * Writes a template for each page, which is index.html with the page's styles and files. The renderer fills its other
 * slots with data. Also writes the page's shell: the page in its loading state, for all paths without a prerendered
 * file.
 */
export function documents(): Plugin {
  return {
    name: 'documents',
    apply: 'build',
    generateBundle: {
      // After Vite has added the style sheets.
      order: 'post',
      async handler(_, bundle) {
        const config = this.environment.getTopLevelConfig()
        const shop = resolve(config.root, config.build.outDir)
        const renderer = await buildRenderer(config, shop)
        const html = await readFile(resolve(config.root, 'index.html'), 'utf8')
        const icon = await readFile(resolve(config.publicDir, 'favicon.svg'), 'utf8')
        const start = await startTags(config)
        const stylesOf = await inlineStyles(renderer, bundle)
        for (const page of renderer.routeTable) {
          const template = fillSlots(html, {
            // Saves a request on every page. The file is for the manifest.
            '/favicon.svg': `data:image/svg+xml,${encodeURIComponent(icon)}`,
            '<!--slot:start-->': start,
            [BRAND_SLOT]: brandTags(),
            '<!--slot:files-->': `<style>${stylesOf(page)}${WITHOUT_SCRIPTS}</style>${linkDeferredFiles(pageFiles(page, bundle))}`,
            [DEVELOPMENT_ENTRY]: '',
          })
          await writeFile(templateFile(shop, page.name), template)
          const source = (await renderer.renderPage(template, page.path)) ?? ''
          this.emitFile({ type: 'asset', fileName: shellFile(page), source })
        }
        compileEarly(bundle)
      },
    },
  }
}

/** Returns the inline script, and preconnects to an API on a different host, for responses and images. */
async function startTags(config: ResolvedConfig): Promise<string> {
  const { VITE_API_HOST: apiHost } = config.env
  const origin = apiHost ? new URL(apiHost).origin : ''
  const connect = apiHost
    ? `<link rel="preconnect" href="${origin}" crossorigin><link rel="preconnect" href="${origin}">`
    : ''
  return `${connect}<script>${await compileScript(config, 'src/entry-inline.ts', 'earlyInput', { target: EARLY_TARGET })}</script>`
}

/** Returns links in a template element, which the inline script inserts (src/load-app.ts). */
function linkDeferredFiles({ scripts, styles, fonts }: ReturnType<typeof pageFiles>): string {
  const links = [
    ...scripts.map((url) => `<link rel="modulepreload" crossorigin href="${url}">`),
    ...styles.map((url) => `<link rel="preload" as="style" crossorigin href="${url}">`),
    ...fonts.map((url) => `<link rel="preload" as="font" type="font/woff2" crossorigin href="${url}">`),
  ]
  return `<template id="files">${links.join('')}</template>`
}

/**
 * Makes Chromium compile the functions of the entry on a background thread while the file downloads, not when they are
 * called. The hint must be in the first line, where the bundler adds its own.
 * Source: https://developer.chrome.com/blog/explicit-compile-hints
 */
function compileEarly(bundle: Rolldown.OutputBundle): void {
  for (const chunk of Object.values(bundle))
    if (chunk.type === 'chunk' && chunk.isEntry) chunk.code = `//# allFunctionsCalledOnLoad\n${chunk.code}`
}
