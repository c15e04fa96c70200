import { virtual } from '@guidepup/virtual-screen-reader'
import { screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { addressCards, fillNote, openPreCheck, proceed, searchFor } from '../../../test/pre-check.tsx'
import { renderShop } from '../../../test/render.tsx'

type Shop = Awaited<ReturnType<typeof renderShop>>

afterEach(() => virtual.stop())

/** Returns what a screen reader says by itself while the shopper acts: texts of live regions and alerts. */
async function announcedBy(act: () => Promise<unknown>, text: RegExp): Promise<string[]> {
  await virtual.start({ container: document.body })
  await virtual.clearSpokenPhraseLog()
  await act()
  const spoken = async () =>
    (await virtual.spokenPhraseLog()).filter((phrase) => /^(polite|assertive):/.test(phrase))
  await vi.waitFor(async () => expect((await spoken()).join('\n')).toMatch(text))
  return (await spoken()).filter((phrase) => text.test(phrase))
}

const click = (shop: Shop, name: RegExp | string) => async () =>
  shop.user.click((await screen.findAllByRole('button', { name }))[0] as HTMLElement)

const CART = JSON.stringify([
  { id: 1, name: 'Small Atlas', quantity: 2, price: 9000, image: 'default.png', total_stock: 5 },
])
const results = [{ id: 1, name: 'Small Atlas', price: 9000, total_stock: 5 }]

const EVENTS: {
  event: string
  text: RegExp
  visit: Parameters<typeof renderShop>[0]
  act: (shop: Shop) => Promise<unknown>
}[] = [
  {
    event: 'a product is added',
    text: /Small Atlas added to cart!/,
    visit: { path: '/shop', state: { results } },
    act: (shop) => click(shop, 'Add to cart')(),
  },
  {
    event: 'a log-in fails',
    text: /Login failed/,
    visit: { path: '/my-account' },
    act: async (shop) => {
      await shop.user.type(await screen.findByLabelText('Email or phone'), 'demo@kitabo.example')
      await shop.user.type(screen.getByLabelText('Password'), 'something else')
      await click(shop, 'Login')()
    },
  },
  {
    event: 'a log-in fails, with its advice',
    text: /email and password don't match/,
    visit: { path: '/my-account' },
    act: async (shop) => {
      await shop.user.type(await screen.findByLabelText('Email or phone'), 'demo@kitabo.example')
      await shop.user.type(screen.getByLabelText('Password'), 'something else')
      await click(shop, 'Login')()
    },
  },
  {
    event: 'a special order is incomplete',
    text: /Please fill in all required fields/,
    visit: { path: '/special-order' },
    act: (shop) => click(shop, 'Submit request')(),
  },
  {
    event: 'the shopper has logged out',
    text: /You have logged out\./,
    visit: { path: '/my-account', token: true },
    act: async (shop) => shop.user.click(await screen.findByRole('tab', { name: 'Logout' })),
  },
]

test('says once how many products a search has found', async () => {
  const shop = await renderShop({ path: '/about-us' })
  const field = await screen.findByRole('combobox', { name: /^Search for/ })
  const search = async () => {
    await shop.user.type(field, 'atlas{Enter}')
    await screen.findByRole('heading', { level: 1, name: /atlas/i })
  }
  expect(await announcedBy(search, /\d+ results? for “atlas”/)).toHaveLength(1)
})

test('says once that an address is saved', async () => {
  const shop = await openPreCheck()
  await addressCards()
  await searchFor(shop, 'ntin')
  await shop.user.click((await screen.findAllByRole('option'))[0] as HTMLElement)
  await click(shop, 'Save searched address')()
  await vi.dynamicImportSettled()
  const button = await screen.findByRole('button', { name: 'Save' })
  const save = () => shop.user.click(button)
  expect(await announcedBy(save, /Address saved successfully!/)).toHaveLength(1)
})

test('moves the focus to the heading of the next step', async () => {
  const shop = await openPreCheck()
  await addressCards()
  await fillNote(shop)
  await proceed(shop)
  await waitFor(() => expect(screen.getByRole('heading', { level: 1, name: 'Checkout' })).toHaveFocus())
})

test.each(EVENTS)('says once that $event', async ({ text, visit, act }) => {
  const shop = await renderShop(visit)
  const spoken = await announcedBy(() => act(shop), text)
  expect(spoken).toHaveLength(1)
})

test('says once that a removal was undone', async () => {
  localStorage.setItem('cart', CART)
  const shop = await renderShop({ path: '/about-us' })
  await shop.user.click(await screen.findByRole('button', { name: /^Cart,/ }))
  await shop.user.click(await screen.findByRole('button', { name: 'Delete Small Atlas' }))
  const undo = await screen.findByRole('button', { name: 'Undo' })
  expect(undo).toHaveFocus()
  expect(undo).toHaveAccessibleDescription(/removed/)
  expect(await announcedBy(() => shop.user.click(undo), /Undone\./)).toHaveLength(1)
})
