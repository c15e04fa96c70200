import { fireEvent, render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { Quantity } from './quantity.tsx'

test.each([
  [1, 0],
  [2, 1],
])('minus lowers a quantity of %d %d times, and looks disabled if it does nothing', (value, times) => {
  const [onMinus, onPlus] = [vi.fn(), vi.fn()]
  render(<Quantity value={value} name="Atlas" onMinus={onMinus} onPlus={onPlus} />)
  const minus = screen.getByRole('button', { name: 'Decrease quantity of Atlas' })
  fireEvent.click(minus)
  expect(onMinus).toHaveBeenCalledTimes(times)
  expect(minus.classList.contains('quantity-end')).toBe(times === 0)
  expect(minus).toBeEnabled()
  fireEvent.click(screen.getByRole('button', { name: 'Increase quantity of Atlas' }))
  expect(onPlus).toHaveBeenCalledTimes(1)
})
