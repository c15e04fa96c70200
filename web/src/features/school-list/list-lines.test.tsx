import { fireEvent, render, screen, within } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { expect, test, vi } from 'vitest'
import type { CurrentProduct } from '../../domain/current-product.ts'
import { readProduct, type ShopProduct } from '../../domain/product.ts'
import { ListLines } from './list-lines.tsx'
import type { ListLine } from './list-link.ts'

const line = (id: number, quantity: number, name = ''): ListLine => ({ id, quantity, name, note: '' })
const listed = (total_stock: number, price: number | null): CurrentProduct => ({
  status: 'listed',
  product: readProduct({ id: 1, name: 'Atlas', price, total_stock, image: ['atlas.webp'] }) as ShopProduct,
})

/** Renders a line, with a text for what can be done about it. */
function renderLine(line: ListLine, current: CurrentProduct | undefined) {
  const products = new Map(current ? [[line.id, current]] : [])
  const ticks = { ticked: new Set<number>(), onTick: vi.fn() }
  render(
    <MemoryRouter>
      <ListLines
        lines={[line]}
        products={products}
        ticks={ticks}
        alternatives={({ name }, product) => `Ways to get ${name}, ${product ? 'sold' : 'not sold'}`}
      />
    </MemoryRouter>,
  )
  return { item: within(screen.getByRole('listitem')), onTick: ticks.onTick }
}

test.each<[string, CurrentProduct | undefined, string]>([
  ['whose product is not known yet', undefined, "Checking today's price…"],
  ['whose price is loading', { status: 'loading' }, "Checking today's price…"],
  ['whose price did not load', { status: 'failed' }, "Today's price didn't load."],
  ['without a price', listed(9, null), 'Call us for the price.'],
])('a line %s says so, and offers no alternatives', (_, current, text) => {
  const { item } = renderLine(line(7, 2), current)
  expect(item.getByText(text)).toBeVisible()
  expect(item.getByText('–')).toBeVisible()
  expect(item.queryByText(/^Ways to get/)).toBeNull()
})

test.each<[string, CurrentProduct, string, string]>([
  ['is no longer sold', { status: 'gone' }, 'No longer sold.', 'Ways to get Item 7, not sold'],
  ['is sold out', listed(0, 500), 'Sold out for now.', 'Ways to get Atlas, sold'],
  ['is short', listed(1, 500), 'Only 1 left.', 'Ways to get Atlas, sold'],
])('a line whose product %s says so, and offers alternatives', (_, current, text, alternatives) => {
  const { item } = renderLine(line(7, 2), current)
  expect(item.getByText(text)).toBeVisible()
  expect(item.getByText(alternatives)).toBeVisible()
})

test('a line that can be bought has only its price, and can be ticked', () => {
  const { item, onTick } = renderLine({ ...line(7, 2), note: 'In blue' }, listed(2, 500))
  expect(item.getByRole('link', { name: 'Atlas' })).toHaveAttribute('href', '/product-details/7')
  expect(item.getByText('UGX 500')).toBeVisible()
  expect(item.getByText('In blue')).toBeVisible()
  expect(item.getByRole('presentation')).toHaveAttribute('src', expect.stringContaining('atlas.webp'))
  expect(item.queryByText(/left|sold|price|Ways to get/i)).toBeNull()
  fireEvent.click(item.getByRole('checkbox', { name: 'Already have Atlas', checked: false }))
  expect(onTick).toHaveBeenCalledWith(7)
})

test('a discontinued product is shown with the name stored in the list, and without a link', () => {
  const { item } = renderLine(line(7, 2, 'Old atlas'), { status: 'gone' })
  expect(item.getByText('Old atlas')).toBeVisible()
  expect(item.queryByRole('link')).toBeNull()
})
