import { screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { renderShop } from '../../test/render.tsx'

// The host's search returns products that contain any of the words.
test.each([
  ['primary seven maths', "Equator Primary Mathematics Pupil's Book 7"],
  ['primary seven maths book', "Equator Primary Mathematics Pupil's Book 7"],
  ['senior two biology', "Mabira Biology Learner's Book 2"],
  ['s3 physics learners book', "Rwenzori Physics Learner's Book 3"],
])('ranks the best match for "%s" first: %s', async (query, name) => {
  await renderShop({ path: `/search?q=${encodeURIComponent(query)}` })
  await vi.waitFor(() => expect(screen.getAllByRole('article')[0]).toHaveTextContent(name))
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
  const listOf = async (query: string, heading: string) => {
    const { unmount } = await renderShop({ path: `/search?q=${query}` })
    expect(await screen.findByRole('heading', { name: heading })).toBeVisible()
    const names = (await screen.findAllByRole('article')).map(
      (card) => within(card).getByRole('heading').textContent,
    )
    unmount()
    return names
  }
  const misspelled = await listOf('biolgy', 'Closest to “biolgy”')
  expect(misspelled.length).toBeGreaterThan(5)
  expect(misspelled).toEqual(await listOf('biology', 'Results for “biology”'))
})

test('says which query the results belong to if the typed one was corrected', async () => {
  await renderShop({ path: '/search?q=biolgy' })
  const line = await screen.findByText('biology', { selector: 'strong' })
  expect(line.parentElement).toHaveTextContent('Showing results for biology.')
})

test('searches the loaded products if the search fails', async () => {
  await renderShop({
    path: '/search?q=things+fall+apart',
    refuse: (call) => (call.startsWith('GET /products/search') ? 'down' : undefined),
  })
  await vi.waitFor(
    () => expect(screen.getAllByRole('article')[0]).toHaveTextContent('Things Fall Apart'),
    8000,
  )
  expect(screen.queryByRole('alert')).toBeNull()
})
