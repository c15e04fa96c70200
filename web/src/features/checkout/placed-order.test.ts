import { renderHook } from '@testing-library/react'
import { expect, test } from 'vitest'
import { usePlacedOrder } from './placed-order.ts'

test.each([
  ['an amount without an end', '{"amount":-1e999}', null],
  [
    'a fee without an end',
    '{"amount":500,"delivery":{"address":null,"fee":1e999}}',
    { id: null, amount: 500, delivery: null },
  ],
])('ignores %s in storage', (_, stored, shown) => {
  localStorage.setItem('placedOrder', stored)
  expect(renderHook(usePlacedOrder).result.current).toEqual(shown)
})
