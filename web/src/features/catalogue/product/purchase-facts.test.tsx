import { render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { expect, test } from 'vitest'
import { deliveryTime, RETURN_DAYS } from '../../../config/store.ts'
import { readProduct, type ShopProduct } from '../../../domain/product.ts'
import { PurchaseFacts } from './purchase-facts.tsx'

function facts(fields: object, distance: number | null = null): string[] {
  const product = readProduct({ id: 1, ...fields }) as ShopProduct
  const { unmount } = render(<PurchaseFacts product={product} rate={1450} distance={distance} />, {
    wrapper: MemoryRouter,
  })
  const lines = screen.getAllByRole('listitem').map(({ textContent }) => textContent ?? '')
  unmount()
  return lines
}

test('shows the costs of delivery and pickup, the delivery time and the return period', () => {
  expect(facts({ name: 'Pen' })).toEqual([
    'Delivery about UGX 7,300 for 5 km. Collecting is free.',
    `Delivered ${deliveryTime}. Return it within ${RETURN_DAYS} days.`,
  ])
})

test.each([
  [1.29, 'UGX 1,900'],
  [41, 'UGX 20,000'],
])('shows the fee to a saved address that is %s km away', (distance, fee) => {
  expect(facts({ name: 'Pen' }, distance)[0]).toBe(
    `Delivery ${fee} to your saved address. Collecting is free.`,
  )
})

test('promises no delivery time for a product that is sold out', () => {
  for (const total_stock of [0, -2])
    expect(facts({ name: 'Pen', total_stock }).at(-1)).toBe(`Return it within ${RETURN_DAYS} days.`)
})

test.each([
  ['Algebra for S5 and S6', 'For S5 and S6'],
  ['Practical Agriculture for Upper Primary', 'For P4 to P7'],
  ['Songs for P1, P3 and S1', 'For P1, P3 and S1'],
])('shows the classes of %s', (name, line) => {
  expect(facts({ name })[0]).toBe(line)
})
