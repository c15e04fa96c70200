import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, screen, within } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { expect, test } from 'vitest'
import { readProducts } from '../../domain/product.ts'
import { findSectionCategoryId, groupSections, HomeSections } from './home-sections.tsx'
import { sectionsQuery } from './queries.ts'

const item = (id: number | null, more: object = {}) => ({ id, name: `Book ${id}`, price: 500, ...more })

/** Renders the sections of a response, each with these items, with texts in place of the contents around them. */
function renderSections(itemsOfSections: readonly object[][]) {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } })
  const data = itemsOfSections.map((items, index) => ({ id: index + 1, title: `Shelf ${index + 1}`, items }))
  client.setQueryData<unknown>(sectionsQuery().queryKey, { success: true, data })
  const { container } = render(
    <QueryClientProvider client={client}>
      <HomeSections afterFirstGroup={<p>For you</p>} fallback={<p>Latest</p>} />
    </QueryClientProvider>,
    { wrapper: MemoryRouter },
  )
  const shelf = async (index: number) => within(await screen.findByRole('region', { name: `Shelf ${index}` }))
  const order = () => [...container.querySelectorAll('h2, p')].map(({ textContent }) => textContent ?? '')
  return { shelf, order: () => order().filter((text) => /^(Shelf|For you|Latest)/.test(text)) }
}

test('splits sections into groups of six, with a row of four cards and two strips', () => {
  expect(groupSections(['a', 'b', 'c', 'd', 'e', 'f', 'g'])).toEqual([
    { cards: ['a', 'b', 'c', 'd'], strips: ['e', 'f'] },
    { cards: ['g'], strips: [] },
  ])
})

test('returns the category of the first item that has one, or null', () => {
  expect(
    findSectionCategoryId(
      readProducts([{ id: 1 }, { id: 2, category: { id: 5 } }, { id: 3, category_id: 9 }]),
    ),
  ).toBe(5)
  expect(findSectionCategoryId(readProducts([{ id: 1, category: 'Atlases' }]))).toBeNull()
})

test('a strip of fewer than four products ends with a link to special orders', async () => {
  const strip = (count: number) => Array.from({ length: count }, (_, index) => item(index + 1))
  const { shelf } = renderSections([[], [], [], [], strip(3), strip(4)])
  const link = (await shelf(5)).getByRole('link', { name: 'Ask us to find it' })
  expect(link).toHaveAttribute('href', '/special-order')
  expect((await shelf(6)).queryByRole('link', { name: 'Ask us to find it' })).toBeNull()
})

test('a card leads to its only product, to more products, or nowhere if it is empty', async () => {
  const description = '<p>Once upon a time.</p>'
  const book = item(7, { description, author: 'Okot', category_id: 3 })
  const { shelf } = renderSections([[book], [book, item(8)], [], [item(null)]])
  const single = await shelf(1)
  expect(single.getByRole('link', { name: /^Shop Now/ })).toHaveAttribute('href', '/product-details/7')
  expect(single.getByText('Once upon a time.')).toBeVisible()
  expect(single.getByText('Okot')).toBeVisible()
  const several = await shelf(2)
  expect(several.getByRole('link', { name: /^See more/ })).toHaveAttribute('href', '/categories?categoryId=3')
  expect(several.queryByText('Once upon a time.')).toBeNull()
  // The cards of several products are small.
  expect(several.queryByText('Okot')).toBeNull()
  for (const index of [3, 4]) expect((await shelf(index)).queryByRole('link')).toBeNull()
})

test.each([
  [1, ['Shelf 1', 'For you']],
  [6, ['Shelf 1', 'Shelf 2', 'Shelf 3', 'Shelf 4', 'Shelf 5', 'Shelf 6', 'For you']],
  [7, ['Shelf 1', 'Shelf 2', 'Shelf 3', 'Shelf 4', 'Shelf 5', 'Shelf 6', 'For you', 'Shelf 7']],
])('of %i sections, the first six are above the recently viewed products', async (count, order) => {
  const sections = renderSections(Array.from({ length: count }, () => []))
  await sections.shelf(count)
  expect(sections.order()).toEqual(order)
})
