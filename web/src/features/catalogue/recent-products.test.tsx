import { act, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { expect, test } from 'vitest'
import { readProduct, type ShopProduct } from '../../domain/product.ts'
import { lastSchoolClass, RecentRow, rememberProduct } from './recent-products.tsx'

const visit = (id: number) => rememberProduct(readProduct({ id, name: `Book ${id}` }) as ShopProduct)

function renderRow(except?: number) {
  render(<RecentRow {...(except === undefined ? {} : { except })} />, { wrapper: MemoryRouter })
}

const names = () => screen.queryAllByText(/^Book \d+$/).map(({ textContent }) => textContent)

test('there is no row if only the product of this page was viewed, and no school class chosen', () => {
  visit(1)
  renderRow(1)
  expect(screen.queryByRole('region', { name: 'For you' })).toBeNull()
  act(() => visit(2))
  expect(screen.getByRole('region', { name: 'For you' })).toBeVisible()
  expect(names()).toEqual(['Book 2'])
  expect(screen.queryByRole('link', { name: /^For / })).toBeNull()
})

test('the row has a link to the last school class, without a heading if no other product was viewed', () => {
  visit(1)
  lastSchoolClass.set('P5')
  renderRow(1)
  expect(screen.getByRole('link', { name: 'For P5' })).toHaveAttribute('href', '/shop?class=P5')
  expect(screen.queryByRole('heading')).toBeNull()
  expect(screen.queryByRole('button', { name: 'Clear' })).toBeNull()
})

test('the row has the last 12 products, each once, most recent first', () => {
  for (const id of [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 5]) visit(id)
  renderRow()
  expect(names()).toEqual([5, 13, 12, 11, 10, 9, 8, 7, 6, 4, 3, 2].map((id) => `Book ${id}`))
})

test.each(['P5', 'S1', 'Baby Class'])('the school class %s is read from an earlier visit', (stored) => {
  localStorage.setItem('schoolClass', stored)
  expect(lastSchoolClass.get()).toBe(stored)
})

test.each(['P8', 'xP5', 'P55', 'T1', 'Baby Classes', '"P5"'])(
  'a stored %s, which is no school class, is ignored',
  (stored) => {
    localStorage.setItem('schoolClass', stored)
    expect(lastSchoolClass.get()).toBeNull()
  },
)
