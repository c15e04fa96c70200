import { screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

const SETTINGS = ['VITE_SORT_AND_FILTER', 'VITE_PRODUCT_CHOICES', 'VITE_PRODUCT_FACTS', 'VITE_BUY_BAR']

beforeEach(() => {
  for (const name of SETTINGS) vi.stubEnv(name, 'off')
  vi.resetModules()
})
afterEach(() => {
  vi.unstubAllEnvs()
  vi.resetModules()
})

/** The shop as a build with these settings has it. */
async function renderBuilt(path: string) {
  const { renderShop } = await import('../../test/render.tsx')
  return renderShop({ path })
}

test('a product page without its additions has the price, the button and nothing between them', async () => {
  const { user, container } = await renderBuilt('/product-details/474')
  await screen.findByRole('button', { name: 'Add to Cart' })
  expect(screen.queryByRole('radio')).not.toBeInTheDocument()
  expect(screen.queryByText(/per km/)).not.toBeInTheDocument()
  expect(container.querySelector('.product-price + .buy-row > .btn-primary')).toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: 'Add to Cart' }))
  expect(await screen.findByText(/ added to cart!$/)).toBeInTheDocument()
  expect(screen.queryByRole('button', { name: 'View cart' })).not.toBeInTheDocument()
})

test('a list without its additions cannot be sorted, not by its address either', async () => {
  const { container } = await renderBuilt('/categories?categoryId=3&price=1-2')
  expect(await screen.findAllByRole('article')).toHaveLength(14)
  expect(screen.queryByRole('button', { name: 'Sort and filter' })).not.toBeInTheDocument()
  expect(container.querySelector('.long-names, .list-head-tools')).not.toBeInTheDocument()
})
