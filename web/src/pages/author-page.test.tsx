import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderShop } from '../../test/render.tsx'

test("lists an author's books, with the author's name on each card", async () => {
  await renderShop({ path: '/authors/Chinua%20Achebe' })
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

test('links from a textbook to its series and marks the book for the next class', async () => {
  await renderShop({ path: '/product-details/33' })
  const series = await screen.findByRole('navigation', { name: 'In this series' })
  expect(within(series).getByRole('link', { name: /Book 5.*next class up/ })).toHaveAttribute(
    'href',
    '/product-details/34',
  )
})
