import { renderHook } from '@testing-library/react'
import { expect, test } from 'vitest'
import { usePlacedOrder } from './placed-order.ts'

test.each([
  ['an infinite amount', '{"amount":-1e999}', null],
  [
    'an infinite fee',
    '{"amount":500,"delivery":{"address":null,"fee":1e999}}',
    { id: null, amount: 500, delivery: null, items: [] },
  ],
])('ignores %s in storage', (_, stored, shown) => {
  localStorage.setItem('placedOrder', stored)
  expect(renderHook(usePlacedOrder).result.current).toEqual(shown)
})
