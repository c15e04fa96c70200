import { expect, test } from 'vitest'
import { createBuild, serveBuild } from '../../test/serve-build.ts'

/** A renderer that counts its calls and reads all books. */
const RENDERER = `
export const isOnApiOrigin = true
export const routeInfo = () => ({ name: 'author', rendering: 'data', readsSearch: false })
export const renderPage = async (_, path, { request }) => {
  globalThis.renders = (globalThis.renders ?? 0) + 1
  const books = JSON.parse(await request('/categories/products/3'))
  return books.length > 0 && path === '/authors/A%20B' ? path : null
}
`

/** A renderer whose list only the browser can show in a colour, and that renders its path and query. */
const LIST_RENDERER = `
export const isOnApiOrigin = true
export const routeInfo = () => ({ name: 'shop', rendering: 'data', readsSearch: true })
export const listSearch = (search) => (search.includes('colour=') ? null : search.replace(/&utm.*/, ''))
export const renderPage = async (_, path) => 'rendered ' + path
`

test('renders a list with the query that the renderer reads, unless only the browser can show it', async () => {
  const renderer = { '../dist-renderer/shop.html': '', '../dist-renderer/renderer.mjs': LIST_RENDERER }
  const { get } = await serveBuild({ shop: createBuild('shop', renderer) })
  expect((await get('/shop?q=atlas&utm_source=chat')).body).toBe('rendered /shop?q=atlas')
  expect((await get('/shop?q=atlas&colour=red')).body).toBe('<title>shop</title>')
})

test('renders an unknown path only once, until the catalogue changes', async () => {
  const renderer = { '../dist-renderer/author.html': '', '../dist-renderer/renderer.mjs': RENDERER }
  const { statusOf, control } = await serveBuild({ shop: createBuild('shop', renderer) })
  const counter = globalThis as { renders?: number }
  for (const renders of [2, 4]) {
    expect(await statusOf('/authors/x')).toBe(404)
    expect(await statusOf('/authors/x')).toBe(404)
    expect(await statusOf('/authors/A%20B')).toBe(200)
    expect(counter.renders).toBe(renders)
    await control('POST /stock', { body: { id: 5, stock: 1 } })
  }
})
