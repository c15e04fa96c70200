import type { Rolldown } from 'vite'
import { expect, test } from 'vitest'
import { inlineStyles } from './inline-styles.ts'
import type { Page, Renderer } from './renderer.ts'

const CSS = `
:root{--used:red;--unused:green;--chain:var(--end);--end:blue;--gone:var(--only-gone);--only-gone:0}
@font-face{font-family:Fallback;src:local("Arial")}
@font-face{font-family:Text;src:url(text.woff2)}
:where(ul,ol){list-style:none}
.home{color:var(--used)}.list{color:var(--chain)}.book{color:black}.sale{color:white}`

const page = (name: string, rendering: 'data' | 'shell'): Page =>
  ({ name, path: `/${name}`, example: `/${name}/7`, rendering }) as unknown as Page

const home = page('home', 'shell')
const list = page('list', 'shell')
const product = page('product', 'data')

/** Returns the inline styles of a page. The product's page contains a sale only if it is rendered with data. */
async function styleOf(shown: Page, css = CSS): Promise<string> {
  const renderer = {
    routeTable: [home, list, product],
    renderPage: async (_: string, path: string, { request }: { request?: unknown } = {}) =>
      path === '/product/7'
        ? `<p class="${request ? 'sale' : ''}">`
        : `<p class="${path.slice(1).replace('product', 'book')}">`,
  } as unknown as Renderer
  const bundle = {
    'a.css': { type: 'asset', fileName: 'a.css', source: css },
  } as unknown as Rolldown.OutputBundle
  return (await inlineStyles(renderer, bundle))(shown)
}

test('a page without data has the styles that such pages use together', async () => {
  const style = await styleOf(home)
  expect(style).toContain('.home{')
  expect(style).toContain('.list{')
  expect(style).not.toContain('.book{')
  expect(await styleOf(list)).toBe(style)
})

test('a page with data has the styles that it uses with and without them', async () => {
  const style = await styleOf(product)
  expect(style).toContain('.book{')
  expect(style).toContain('.sale{')
  expect(style).not.toContain('.home{')
})

test('fallback fonts and the styles of lists are kept, and fonts that are downloaded are not', async () => {
  const style = await styleOf(home)
  expect(style).toContain('local("Arial")')
  expect(style).toContain(':where(ul,ol){list-style:none}')
  expect(style).not.toContain('text.woff2')
})

test('variables are kept if a kept style uses them, also through another variable', async () => {
  const style = await styleOf(home)
  for (const name of ['--used', '--chain', '--end']) expect(style).toContain(`${name}:`)
  for (const name of ['--unused', '--gone', '--only-gone']) expect(style).not.toContain(`${name}:`)
})

test('the build fails if the styles of lists are not found', async () => {
  await expect(styleOf(home, '.home{color:red}')).rejects.toThrow('The list styles of theme/_base.scss')
})
