import { render } from '@testing-library/react'
import { expect, test } from 'vitest'
import { StockChip } from './stock-chip.tsx'

test.each([
  [null, '', ''],
  [-1, 'Pre-order', 'Pre-order'],
  [0, 'Pre-order', 'Pre-order'],
  [1, 'Only 1 left', 'Only 1 left'],
  [5, 'Only 5 left', 'Only 5 left'],
  [6, 'In stock', ''],
])('a stock of %s is shown as "%s", and where only low stock matters as "%s"', (stock, text, lowText) => {
  const { container, rerender } = render(<StockChip stock={stock} />)
  expect(container.textContent).toBe(text)
  rerender(<StockChip stock={stock} isLowOnly />)
  expect(container.textContent).toBe(lowText)
})
