import { screen, waitFor, within } from '@testing-library/react'
import { createTestApp } from 'mock-server/test/test-app'
import { expect, test } from 'vitest'
import { renderShop } from '../../../../test/render.tsx'

const crumbs = async () => within(await screen.findByRole('navigation', { name: 'Breadcrumbs' }))
const texts = (items: readonly HTMLElement[]) => items.map(({ textContent }) => textContent)

/** Returns the names in the page's structured data, with the paths of those that are links. */
function structured(): unknown {
  const text = document.querySelector('script[type="application/ld+json"]')?.textContent ?? '[]'
  const list = [JSON.parse(text)].flat().find((each) => each['@type'] === 'BreadcrumbList')
  return list?.itemListElement.map(({ name, item }: { name: string; item?: string }) => [name, item])
}

test('a category shows the way to it through the tree, and says it as structured data', async () => {
  const emulator = await createTestApp()
  const categories = await emulator.client()('GET /categories')
  const nursery = categories.find(({ name }) => name === 'Nursery & Pre-Primary')
  await renderShop({ path: `/categories/${nursery?.id}`, emulator })
  await screen.findByRole('heading', { level: 1, name: 'Nursery & Pre-Primary' })
  const way = await crumbs()
  const links = way.getAllByRole('link')
  expect(texts(links)).toEqual(['Categories', 'Books', 'Primary Textbooks'])
  expect(links[1]).toHaveAttribute('href', '/categories?categoryId=3')
  expect(way.getByText('Nursery & Pre-Primary')).toHaveAttribute('aria-current', 'page')
  expect(structured()).toEqual([
    ['Home', '/'],
    ['Books', '/categories/3'],
    ['Primary Textbooks', `/categories/${nursery?.parent_id}`],
    ['Nursery & Pre-Primary', undefined],
  ])
})

test('a product shows the way to its deepest category', async () => {
  await renderShop({ path: '/product-details/338' })
  await screen.findByRole('heading', { level: 1 })
  const way = await crumbs()
  await waitFor(() => expect(way.getAllByRole('link')).toHaveLength(4))
  const steps = texts(way.getAllByRole('link'))
  expect(steps).toEqual(['Categories', 'Books', 'General Reading', 'Dictionaries & Atlases'])
  expect(structured()).toEqual([
    ['Home', '/'],
    ...steps.slice(1).map((name) => [name, expect.stringMatching(/^\/categories\/\d+$/)]),
    [expect.stringMatching(/^Kitabo School Dictionary/), undefined],
  ])
})

test('the page of all categories has no way to it', async () => {
  await renderShop({ path: '/categories' })
  await screen.findByRole('list', { name: 'Subcategories' })
  expect(screen.queryByRole('navigation', { name: 'Breadcrumbs' })).toBeNull()
  expect(structured()).toBeUndefined()
})
