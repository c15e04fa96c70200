import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { lateResponse, renderShop } from '../../test/render.tsx'

const path = '/authors/Chinua%20Achebe'

test('shows the heading before the books have arrived', async () => {
  const late = lateResponse()
  const { emulator } = await renderShop({
    path,
    file: (request) => (request === 'GET /categories/products/3' ? late.response : undefined),
  })
  expect(await screen.findByRole('heading', { level: 1, name: 'Chinua Achebe' })).toBeVisible()
  expect(screen.queryAllByRole('article')).toEqual([])
  late.send(await emulator.fetch('http://localhost/api/v1/categories/products/3'))
  expect((await screen.findAllByRole('article')).length).toBeGreaterThanOrEqual(5)
})

test('offers to try again if the books cannot be loaded', async () => {
  const faults = [{ path: '/categories/products/3', effect: { status: 404, body: {} } }]
  const { user, emulator } = await renderShop({ path, faults })
  const retry = await screen.findByRole('button', { name: /again/i })
  await emulator.control('DELETE /faults', { body: {} })
  await user.click(retry)
  expect((await screen.findAllByRole('article')).length).toBeGreaterThanOrEqual(5)
})

test("lists an author's books, with the author's name on each card", async () => {
  await renderShop({ path })
  expect(await screen.findByRole('heading', { level: 1, name: 'Chinua Achebe' })).toBeInTheDocument()
  const cards = await screen.findAllByRole('article')
  expect(cards.length).toBeGreaterThanOrEqual(5)
  for (const card of cards) expect(within(card).getByText('Chinua Achebe')).toBeInTheDocument()
})

test('links to the search if there are no books by an author', async () => {
  await renderShop({ path: '/authors/Nobody' })
  expect(await screen.findByText('We have no books by Nobody.')).toBeInTheDocument()
  expect(screen.getByRole('link', { name: 'Search for this name' })).toHaveAttribute('href', '/shop?q=Nobody')
})

test("links from a product to the author's page", async () => {
  await renderShop({ path: '/product-details/177' })
  expect(await screen.findByRole('link', { name: 'Chinua Achebe' })).toHaveAttribute(
    'href',
    '/authors/Chinua%20Achebe',
  )
})
