import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { inToast, renderShop } from '../../test/render.tsx'

test('shows a message about an added product, with a link to the cart', async () => {
  const { user } = await renderShop({
    path: '/shop',
    state: { results: [{ id: 1, name: 'Small Atlas', price: 9000 }] },
  })
  await user.click(await screen.findByRole('button', { name: 'Add to cart', description: 'Small Atlas' }))
  const words = await screen.findByText(inToast('Small Atlas added to cart!'))
  expect(words.closest('[role=status]')).toHaveTextContent(/^Small Atlas added to cart!$/)
  await user.click(screen.getByRole('button', { name: 'View cart' }))
  const cart = await screen.findByRole('dialog', { name: 'Cart Items' })
  await vi.waitFor(() => expect(cart).toHaveFocus())
  expect(screen.queryByText(inToast('Small Atlas added to cart!'))).not.toBeInTheDocument()
})

test('closes a message when the cart opens, because it would cover the lines', async () => {
  const { user } = await renderShop({
    path: '/shop',
    state: { results: [{ id: 1, name: 'Small Atlas', price: 9000 }] },
  })
  await user.click(await screen.findByRole('button', { name: 'Add to cart', description: 'Small Atlas' }))
  await screen.findByText(inToast('Small Atlas added to cart!'))
  await user.click(screen.getByRole('button', { name: /^Cart, 1 item/ }))
  await screen.findByRole('dialog', { name: 'Cart Items' })
  await vi.waitFor(() => expect(screen.queryByText(inToast('Small Atlas added to cart!'))).toBeNull())
})

test('does not link to the cart in other messages', async () => {
  const { user } = await renderShop({
    path: '/shop',
    state: { results: [{ id: 1, name: 'Small Atlas', price: 9000, total_stock: 0 }] },
  })
  await user.click(await screen.findByRole('button', { name: 'Add to cart', description: 'Small Atlas' }))
  await screen.findByText(inToast('You cannot add more than 0 units of Small Atlas'))
  expect(screen.queryByRole('button', { name: 'View cart' })).not.toBeInTheDocument()
})

test('replaces an error by the result that contradicts it', async () => {
  const results = [
    { id: 1, name: 'Small Atlas', price: 9000, total_stock: 0 },
    { id: 2, name: 'Large Atlas', price: 9000, total_stock: 5 },
  ]
  const { user } = await renderShop({ path: '/shop', state: { results } })
  await user.click(await screen.findByRole('button', { name: 'Add to cart', description: 'Small Atlas' }))
  await screen.findByText(inToast('You cannot add more than 0 units of Small Atlas'))
  await user.click(screen.getByRole('button', { name: 'Add to cart', description: 'Large Atlas' }))
  await screen.findByText(inToast('Large Atlas added to cart!'))
  expect(screen.queryByText(/You cannot add more than/)).not.toBeInTheDocument()
})
