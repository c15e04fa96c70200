import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { expectOnConsole } from '../../test/console.ts'
import { renderShop } from '../../test/render.tsx'

const breaks = vi.hoisted(() => () => {
  throw new Error('This region fails.')
})
vi.mock('../features/catalogue/product/similar-products.tsx', () => ({ SimilarProducts: breaks }))
vi.mock('../features/catalogue/popular-books.tsx', () => ({ PopularBooks: breaks }))

test('still shows the product if rendering the similar products throws an error', async () => {
  expectOnConsole(/This region fails/)
  await renderShop({ path: '/product-details/5' })
  expect(await screen.findByRole('button', { name: 'Add to Cart' })).toBeEnabled()
})

test('still shows the shop if rendering the popular books throws an error', async () => {
  expectOnConsole(/This region fails/)
  await renderShop({ path: '/shop' })
  expect((await screen.findAllByRole('button', { name: /Add to cart/ })).length).toBeGreaterThan(1)
})
