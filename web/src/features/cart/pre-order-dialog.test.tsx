import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { fillStorage } from '../../../test/full-storage.ts'
import { readProduct, type ShopProduct } from '../../domain/product.ts'
import * as toasts from '../../ui/feedback/notify.ts'
import { addToCart, quantityInCart } from './cart-store.ts'
import { PreOrderDialog } from './pre-order-dialog.tsx'

/** Agrees to the pre-order of five units of a product. */
async function proceed(total_stock: number | null) {
  const notify = vi.spyOn(toasts, 'notify').mockImplementation(() => {})
  const [onClose, onProceeded] = [vi.fn(), vi.fn()]
  const product = readProduct({ id: 7, name: 'Atlas', price: 9_000, total_stock }) as ShopProduct
  render(<PreOrderDialog {...{ product, quantity: 5, choice: '', open: true, onClose, onProceeded }} />)
  await userEvent.click(await screen.findByRole('button', { name: 'Yes, proceed' }))
  expect(onClose).toHaveBeenCalledOnce()
  return { onProceeded, notified: notify.mock.lastCall?.[0] }
}

test('adds the stock, also the units that are in the cart already, and requests what the cart lacks', async () => {
  addToCart({ id: 7, name: 'Atlas', quantity: 1, price: 9_000, image: 'a.webp', total_stock: 2 })
  const { onProceeded, notified } = await proceed(2)
  expect(screen.getByText(/^We have 2 in stock now\. They go into your cart/)).toBeVisible()
  expect(onProceeded).toHaveBeenCalledWith({ added: 2, missing: 4 })
  expect(quantityInCart(7)).toBe(3)
  expect(notified).toBe('success')
})

test('adds nothing of a sold-out product', async () => {
  const { onProceeded, notified } = await proceed(0)
  expect(screen.queryByText(/in stock now/)).toBeNull()
  expect(onProceeded).toHaveBeenCalledWith({ added: 0, missing: 5 })
  expect(notified).toBeUndefined()
})

test('says that the cart could not be stored', async () => {
  fillStorage()
  const { notified } = await proceed(1)
  expect(screen.getByText(/^We have 1 in stock now\. It goes into your cart/)).toBeVisible()
  expect(notified).toBe('error')
})
