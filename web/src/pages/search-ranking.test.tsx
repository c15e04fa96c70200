import { screen, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { renderShop } from '../../test/render.tsx'

/** After 4 s, results no longer wait for the index, which takes longer on a busy machine. */
const INDEX_TIMEOUT_MS = 4000

beforeEach(() => {
  const start = globalThis.setTimeout
  vi.stubGlobal('setTimeout', (...timer: Parameters<typeof start>) =>
    timer[1] === INDEX_TIMEOUT_MS ? 0 : start(...timer),
  )
})

test('ranks the best match first, unlike the host, whose search returns products that contain any of the words', async () => {
  const name = "Equator Primary Mathematics Pupil's Book 7"
  await renderShop({ path: '/search?q=primary%20seven%20maths%20book' })
  await vi.waitFor(() => expect(screen.getAllByRole('article')[0]).toHaveTextContent(name))
})

test('shows a product with all words first, even if the host lists it on a later page', async () => {
  const { requests } = await renderShop({ path: '/search?q=school%20shoes' })
  await vi.waitFor(() => expect(screen.getAllByRole('article')[1]).toHaveTextContent('School Shoes'))
  expect(screen.getAllByRole('article')[0]).toHaveTextContent('School Shoes')
  expect(requests.filter((request) => request.startsWith('GET /products/search'))).toHaveLength(2)
})

test.each([
  ['song of lawino', 'song+lawino', 'Song of Lawino and Song of Ocol'],
  ['shoes for girls', 'shoes+girls', 'Black School Shoes with Strap, for Girls'],
  ['english for p4', 'english+p4', 'English'],
])('shows the product of “%s” first, which a search for “%s” finds', async (query, rarer, name) => {
  const { requests } = await renderShop({ path: `/search?q=${encodeURIComponent(query)}` })
  await vi.waitFor(() => expect(screen.getAllByRole('article')[0]).toHaveTextContent(name))
  expect(requests).toContain(`GET /products/search?name=${rarer}`)
})

test('shows less close matches below their own heading, also after a search in the header', async () => {
  const { user } = await renderShop({ path: '/about-us' })
  await user.type(screen.getByRole('combobox', { name: /^Search/ }), 'school shoes{Enter}')
  expect(await screen.findByRole('heading', { level: 2, name: 'Less close matches' })).toBeVisible()
  const [first, second, third] = screen.getAllByRole('article')
  for (const match of [first, second]) expect(match).toHaveTextContent('School Shoes')
  expect(within(third as HTMLElement).getByRole('heading', { level: 3 })).not.toHaveTextContent('Shoes')
})

test("shows an author's books above results that match only a part of the name, in one list with one count", async () => {
  await renderShop({ path: '/search?q=Ngugi%20wa%20Thiongo' })
  await vi.waitFor(() => expect(screen.getAllByRole('article')[0]).toHaveTextContent('Ngũgĩ wa Thiong'))
  const main = within(screen.getByRole('main'))
  expect(main.getByRole('heading', { name: 'Results for “Ngugi wa Thiongo”' })).toBeVisible()
  expect(main.getAllByText(/\d+ products?$/)).toHaveLength(1)
  expect(main.queryByRole('heading', { name: /Best matches|Also in the shop/ })).toBeNull()
})

test("a misspelled query shows the corrected query's products in their order, below a heading with the typed query", async () => {
  const listOf = async (query: string, heading: string, corrected?: string) => {
    const { unmount } = await renderShop({ path: `/search?q=${query}` })
    expect(await screen.findByRole('heading', { name: heading })).toBeVisible()
    const names = (await screen.findAllByRole('article')).map(
      (card) => within(card).getByRole('heading').textContent,
    )
    if (corrected)
      expect((await screen.findByText(corrected, { selector: 'strong' })).parentElement).toHaveTextContent(
        `Showing results for ${corrected}.`,
      )
    unmount()
    return names
  }
  const misspelled = await listOf('biolgy', 'Closest to “biolgy”', 'biology')
  expect(misspelled.length).toBeGreaterThan(5)
  expect(misspelled).toEqual(await listOf('biology', 'Results for “biology”'))
})

test('searches the loaded products if the search fails', async () => {
  await renderShop({
    path: '/search?q=things+fall+apart',
    refuse: (request) => (request.startsWith('GET /products/search') ? 'down' : undefined),
  })
  await vi.waitFor(() => expect(screen.getAllByRole('article')[0]).toHaveTextContent('Things Fall Apart'))
  expect(screen.queryByRole('alert')).toBeNull()
})
