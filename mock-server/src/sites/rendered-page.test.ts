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
