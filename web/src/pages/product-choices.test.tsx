import { screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { renderShop } from '../../test/render.tsx'

/** A product with sizes and colours. */
const GOMESI = 474
const NAME = 'Gomesi, Cotton, with Kitambaala Sash'

const cart = () => JSON.parse(window.localStorage.getItem('cart') ?? '[]')

async function choose(user: Awaited<ReturnType<typeof renderShop>>['user'], group: string, option: string) {
  await user.click(within(screen.getByRole('group', { name: group })).getByRole('radio', { name: option }))
}

test('adds different choices of a product to a single cart line, with a quantity for each choice', async () => {
  const { user, calls } = await renderShop({ path: `/product-details/${GOMESI}` })
  await screen.findByRole('heading', { name: NAME, level: 1 })
  expect(screen.getAllByRole('radio', { name: 'Any', checked: true })).toHaveLength(2)
  expect(screen.getByText(/^We'll call you to confirm your choice/)).toBeInTheDocument()
  await choose(user, 'Choose size', 'M')
  await choose(user, 'Choose colour', 'Gold')
  const before = calls.length
  await user.click(screen.getByRole('button', { name: 'Add to Cart' }))
  await choose(user, 'Choose size', 'XL')
  await user.click(screen.getByRole('button', { name: 'Add to Cart' }))
  expect(calls.slice(before)).toEqual([])
  expect(cart()).toMatchObject([
    {
      id: GOMESI,
      quantity: 2,
      chosen: [
        { text: 'Size: M, Colour: Gold', quantity: 1 },
        { text: 'Size: XL, Colour: Gold', quantity: 1 },
      ],
    },
  ])
  await user.click(screen.getByRole('button', { name: /^Cart, 2 items/ }))
  expect(await screen.findByText('1 × Size: M, Colour: Gold; 1 × Size: XL, Colour: Gold')).toBeInTheDocument()
  const chat = await screen.findByRole('link', { name: 'Order on WhatsApp' })
  const message = new URL(chat.getAttribute('href') ?? '').searchParams.get('text')
  expect(message).toContain(`2 × ${NAME} (1 × Size: M, Colour: Gold; 1 × Size: XL, Colour: Gold)`)
})

test('adds a cart line without options if none were chosen', async () => {
  const { user } = await renderShop({ path: `/product-details/${GOMESI}` })
  await user.click(await screen.findByRole('button', { name: 'Add to Cart' }))
  expect(cart()).toHaveLength(1)
  expect(cart()[0]).not.toHaveProperty('chosen')
})

test('does not offer a single option as a choice', async () => {
  await renderShop({ path: '/product-details/268' })
  await screen.findByRole('tab', { name: 'Details' })
  expect(screen.queryByRole('radio')).not.toBeInTheDocument()
})

test('includes the chosen option in the special order for a pre-order', async () => {
  const { user, emulator } = await renderShop({ path: '/about-us' })
  await emulator.control('POST /stock', { body: { id: GOMESI, stock: 1 } })
  window.history.pushState({ usr: null, key: 'next', idx: 1 }, '', `/product-details/${GOMESI}`)
  window.dispatchEvent(new PopStateEvent('popstate', { state: window.history.state }))
  await screen.findByRole('heading', { name: NAME, level: 1 })
  await choose(user, 'Choose size', 'L')
  await user.click(screen.getByRole('button', { name: `Increase quantity of ${NAME}` }))
  await user.click(screen.getByRole('button', { name: 'Add to Cart' }))
  await user.click(await screen.findByRole('button', { name: 'Yes, proceed' }))
  await vi.waitFor(() => expect(window.location.pathname).toBe('/special-order'))
  expect(await screen.findByRole('textbox', { name: 'Item name', hidden: true })).toHaveValue(
    `${NAME} (Size: L)`,
  )
  expect(cart()[0]).toMatchObject({ quantity: 1, chosen: [{ text: 'Size: L', quantity: 1 }] })
})
