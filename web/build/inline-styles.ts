import Beasties from 'beasties'
import type { Rolldown } from 'vite'
import type { Page, Renderer } from './renderer.ts'
import { sampleRequest } from './sample-responses.ts'

/** States set by the inline script, and classes that depend on the product. The samples do not contain all of them. */
const TINTS = [0, 1, 2, 3, 4, 5].map((at) => `tint-${at} cover-${at}`).join(' ')
const EARLY_STATES = `<button class="btn" aria-busy="true"></button><a aria-busy="true"></a><i class="${TINTS} slide-drawn"></i>`
const EARLY_CLASSES = 'scripted saves-data is-elsewhere quiet-shell'

/** A template that consists of the slots only. */
const SLOTS = '<i data-slot="page"></i><!--slot:head--><!--slot:app--><!--slot:responses-->'

/** Groups pages that share inline styles, because each distinct style element adds a hash to the policy. */
const groupOf = ({ name, rendering }: Page): string => (rendering === 'data' ? name : 'other')

/** Returns a function that returns the inline styles of a page: those that its group uses, with and without data. */
export async function inlineStyles(
  renderer: Renderer,
  bundle: Rolldown.OutputBundle,
): Promise<(page: Page) => string> {
  const css = Object.values(bundle)
    .map((file) => (file.type === 'asset' && file.fileName.endsWith('.css') ? String(file.source) : ''))
    .join('\n')
  const markup = new Map<string, string>()
  for (const page of renderer.routeTable) {
    const { path, example, rendering } = page
    const samples =
      rendering === 'data' ? [{ path }, { path: example, request: sampleRequest(example) }] : [{ path }]
    for (const { path, ...options } of samples) {
      const rendered = await renderer.renderPage(SLOTS, path, options)
      if (rendered === null)
        throw new Error(
          `The page ${path} has no content in the sample responses. Add it to web/build/sample-responses.ts.`,
        )
      markup.set(groupOf(page), (markup.get(groupOf(page)) ?? '') + rendered)
    }
  }
  const styles = new Map<string, string>()
  for (const [group, html] of markup) styles.set(group, await findUsedStyles(css, html))
  return (page) => styles.get(groupOf(page)) ?? ''
}

/** Returns the styles that the markup uses, with the fallback font faces. */
async function findUsedStyles(css: string, markup: string): Promise<string> {
  const faces = css.match(/@font-face\{[^}]*local\([^}]*\}/g) ?? []
  // Trap: Beasties drops selectors that start with :where().
  const lists = css.match(/:where\(ul,ol\)[^{]*\{[^}]*\}/g) ?? []
  if (lists.length === 0) throw new Error('The list styles of theme/_base.scss were not found.')
  const document = `<html class="${EARLY_CLASSES}"><head><style>${css}</style></head><body><div id="root">${markup}${EARLY_STATES}</div><p class="not-loaded"></p></body></html>`
  const reduced = await new Beasties({ external: false, logLevel: 'error' }).process(document)
  const start = reduced.indexOf('<style>')
  if (start === -1) throw new Error('The styles of the first page could not be extracted.')
  const used = reduced.slice(start + '<style>'.length, reduced.indexOf('</style>'))
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
