import { act, screen, waitFor, within } from '@testing-library/react'
import { createTestApp } from 'mock-server/test/test-app'
import { remove, selectOne, update } from 'mock-server/world/queries'
import { describe, expect, test, vi } from 'vitest'
import { expectOnConsole } from '../../../test/console.ts'
import {
  addressCards,
  CART,
  fillNote,
  NOTE,
  openPreCheck,
  proceed,
  summary,
  withoutAddresses,
} from '../../../test/pre-check.tsx'
import { enter, lateResponse } from '../../../test/render.tsx'
import { phoneUrl } from '../../config/contact-urls.ts'
import { deliveryTimeNotice, store } from '../../config/store.ts'
import { fillDraft } from '../../domain/draft.ts'

/** Returns a toast with the text. */
async function inToasts(text: string) {
  return within(await screen.findByRole('region', { name: /^Messages/ })).findByText(text)
}

describe('continuing to payment', () => {
  test('requires a note, a confirmation and an address', async () => {
    const shop = await openPreCheck({ emulator: await withoutAddresses() })
    await screen.findByRole('combobox', { name: 'Search for your address' })
    expect(screen.getByText('Delivery note is required')).toBeVisible()
    expect(screen.getByText('You must confirm your details to proceed.')).toBeVisible()
    expect(screen.queryByRole('button', { name: /address is missing/ })).toBeNull()
    await proceed(shop)
    expect(await screen.findByText('Please provide a delivery note.')).toBeVisible()
    // Everything is marked after the first attempt. The messages come in their order, and their field has the focus.
    const search = screen.getByRole('combobox', { name: 'Search for your address' })
    await waitFor(() => expect(screen.getByLabelText('Delivery Note')).toHaveFocus())
    expect(search).toHaveAccessibleDescription('Delivery address is required')
    for (const missing of [
      search,
      screen.getByLabelText('Delivery Note'),
      screen.getByLabelText(/I confirm/),
    ])
      expect(missing).toBeInvalid()
    const note = screen.getByLabelText('Delivery Note')
    await shop.user.click(screen.getByRole('button', { name: 'The delivery address is missing, too' }))
    await waitFor(() => expect(search).toHaveFocus())
    await enter(shop.user, note, NOTE)
    await proceed(shop)
    expect(
      await screen.findByText('Please confirm that your details are correct by checking the box.'),
    ).toBeVisible()
    await waitFor(() => expect(screen.getByLabelText(/I confirm/)).toHaveFocus())
    await shop.user.click(screen.getByLabelText(/I confirm/))
    await proceed(shop)
    expect(await inToasts('Please select an address before proceeding.')).toBeVisible()
    await waitFor(() => expect(search).toHaveFocus())
    expect(search).toHaveAccessibleDescription('Please select an address before proceeding.')
    expect(window.location.pathname).toBe('/pre-check')
  })

  test('rejects a selected address that was deleted on another device', async () => {
    const shop = await openPreCheck()
    await shop.user.click((await addressCards()).at(-1) as HTMLElement)
    await fillNote(shop)
    remove(shop.emulator.world, 'addresses', 'WHERE id = (SELECT min(id) FROM addresses)')
    // TanStack Query refetches outdated addresses when the network returns.
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 120_000 })
    act(() => void window.dispatchEvent(new Event('offline')))
    act(() => void window.dispatchEvent(new Event('online')))
    await waitFor(() =>
      expect(screen.queryByRole('radio', { name: /^(Home|Work): /, checked: true })).toBeNull(),
    )
    vi.useRealTimers()
    await proceed(shop)
    const message = 'The selected address is invalid. Please try again.'
    expect(await inToasts(message)).toBeVisible()
    const cards = screen.getByRole('radiogroup', { name: 'Saved addresses' })
    await waitFor(() => expect(cards).toHaveFocus())
    expect(cards).toHaveAccessibleDescription(message)
  })

  test('starts over when a different customer logs in in another tab', async () => {
    const shop = await openPreCheck()
    await shop.user.click((await addressCards()).at(-1) as HTMLElement)
    await fillNote(shop)
    const grace = { f_name: 'Grace', l_name: 'Achieng', email: 'grace@kitabo.example', phone: '0772999888' }
    const response = await shop.emulator.client()('POST /auth/registration', {
      body: { ...grace, password: 'secret' },
    })
    localStorage.setItem('authToken', (response as { token: string }).token)
    window.dispatchEvent(new StorageEvent('storage', { key: 'authToken' }))
    await waitFor(() => expect(screen.queryByRole('radio', { name: /^(Home|Work): / })).toBeNull())
    expect(screen.getByLabelText('Delivery Note')).toHaveValue('')
    expect(screen.getByLabelText(/I confirm that my details are correct/)).not.toBeChecked()
    await fillNote(shop)
    await proceed(shop)
    expect(await inToasts('Please select an address before proceeding.')).toBeVisible()
  })

  test('passes the cart, address, distance, fee and note to the checkout', async () => {
    const shop = await openPreCheck()
    await within(summary()).findByText(/km ×/)
    await fillNote(shop)
    await enter(shop.user, screen.getByLabelText('Delivery Note'), ' ')
    expect(sessionStorage.getItem('deliveryDraft')).toContain(NOTE)
    await proceed(shop)
    await screen.findByRole('heading', { level: 1, name: 'Checkout' })
    const { usr } = window.history.state
    expect(usr).toMatchObject({
      cartItems: CART,
      totalPrice: 2_500,
      deliveryNote: NOTE,
      deliveryMode: 'home',
    })
    expect(usr.address).toEqual({
      id: expect.any(Number),
      address: expect.any(String),
      latitude: expect.any(Number),
      longitude: expect.any(Number),
    })
    expect(usr.deliveryFee).toBeCloseTo(usr.distance * 1_500, 6)
    // Product pages tell the fee to this address.
    const { address, fee } = JSON.parse(localStorage.getItem('lastDelivery') ?? '{}')
    expect([address, fee]).toEqual([usr.address.address, usr.deliveryFee])
  })

  test('promises no day beyond 40 km', async () => {
    const emulator = await createTestApp()
    // Gulu.
    update(emulator.world, 'addresses', "SET latitude = '2.7746', longitude = '32.2990'")
    await openPreCheck({ emulator })
    await waitFor(() =>
      expect(screen.getByRole('radio', { name: 'Home Delivery' })).toHaveAccessibleDescription(
        'UGX 20,000, call us for the day',
      ),
    )
  })

  test('is free for a pickup and passes no address', async () => {
    const shop = await openPreCheck({}, [{ ...CART[0], quantity: 1 }])
    const notice = await screen.findByText((text) =>
      text.startsWith(`${deliveryTimeNotice}. For upcountry deliveries,`),
    )
    await shop.user.click(screen.getByRole('radio', { name: 'Self pick or send your boda' }))
    expect(notice).not.toBeInTheDocument()
    expect(within(summary()).getByText('0 UGX')).toBeVisible()
    expect(within(summary()).getByText('1 item in your cart')).toBeVisible()
    await fillNote(shop)
    await proceed(shop)
    await screen.findByRole('heading', { level: 1, name: 'Checkout' })
    expect(window.history.state.usr).toMatchObject({ address: null, distance: 0, deliveryFee: 0 })
  })

  test('is disabled until the rate has loaded, without an error, except for a pickup', async () => {
    const body = { message: 'Deep trouble.' }
    const shop = await openPreCheck({
      faults: ['/config', '/customer/info'].map((path) => ({ path, effect: { status: 500, body } })),
    })
    await addressCards()
    expect(screen.queryByText(/Deep trouble/)).toBeNull()
    expect(screen.queryByRole('alert')).toBeNull()
    expect(within(summary()).getByText('Calculating...')).toBeVisible()
    expect(screen.getByRole('button', { name: 'Proceed to Payment' })).toBeDisabled()
    await shop.user.click(screen.getByRole('radio', { name: 'Self pick or send your boda' }))
    expect(screen.getByRole('button', { name: 'Proceed to Payment' })).toBeEnabled()
    const home = screen.getByRole('radio', { name: 'Home Delivery' })
    expect(home).toHaveAccessibleDescription("We'll bring it to your address.")
    await shop.user.click(home)
    expect(within(summary()).getByText('Calculating...')).toBeVisible()
  })

  test('shows an error and retries if the rate failed to load', async () => {
    expectOnConsole(/does not match its contract/)
    let retried: ReturnType<typeof lateResponse> | undefined
    const shop = await openPreCheck({
      faults: [{ path: '/config', times: 1, effect: { status: 200, body: { ecommerce_name: store.name } } }],
      file: (request) => (request === 'GET /config' ? retried?.response : undefined),
    })
    expect(await within(summary()).findByText(/^The delivery fee didn't load\. You can still/)).toBeVisible()
    expect(within(summary()).getByText('Calculating...')).toBeVisible()
    // On phones, the button is in the bar at the bottom of the screen, far from the end of the summary.
    const bar = document.querySelector<HTMLElement>('[data-bottom-bar]') as HTMLElement
    expect(within(bar).getByText(/^The delivery fee didn't load/)).toBeVisible()
    const retry = within(bar).getByRole('button', { name: 'Try again' })
    expect(retry).toHaveAttribute('aria-disabled', 'false')
    retried = lateResponse()
    await shop.user.click(retry)
    expect(retry).toHaveTextContent('Trying again...')
    expect(retry).toHaveAttribute('aria-disabled', 'true')
    retried.send(await shop.emulator.fetch(`${shop.emulator.origin}/api/v1/config`))
    expect(await within(summary()).findByText(/^\d+\.\d\d km × UGX 1,500 per km/)).toBeVisible()
  })

  test('is disabled for an address that is not on the map, with the reason, but not for a pickup', async () => {
    const emulator = await createTestApp()
    update(emulator.world, 'addresses', "SET latitude = '', longitude = ''")
    expectOnConsole(/does not match its contract/)
    const body = { ecommerce_name: store.name }
    const faults = [{ path: '/config', effect: { status: 200, body } }]
    const shop = await openPreCheck({ emulator, faults })
    await addressCards()
    const button = screen.getByRole('button', { name: 'Proceed to Payment' })
    await waitFor(() => expect(button).toBeDisabled())
    expect(button).toHaveAccessibleDescription(
      "This address isn't on the map yet. Tap Change and place its pin.",
    )
    await shop.user.click(screen.getByRole('radio', { name: 'Self pick or send your boda' }))
    expect(button).toBeEnabled()
    await shop.user.click(screen.getByRole('radio', { name: 'Home Delivery' }))
    // The fee is not the reason.
    expect(within(summary()).queryByText(/didn't load/)).toBeNull()
    // Without a location, it could not be saved again.
    await shop.user.click(screen.getAllByRole('button', { name: /^Delete / })[0] as HTMLElement)
    expect(await screen.findByText('Address deleted successfully!')).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
  })

  test('opens the search for an address while the saved ones load', async () => {
    const shop = await openPreCheck({
      file: (request) => (request === 'GET /customer/address/list' ? new Promise(() => {}) : undefined),
    })
    const loading = await screen.findByText('Loading your addresses...')
    expect(loading.parentElement).toHaveAttribute('aria-busy', 'true')
    await fillNote(shop)
    await proceed(shop)
    await waitFor(() =>
      expect(screen.getByRole('combobox', { name: 'Search for your address' })).toHaveFocus(),
    )
  })

  test('says that a first address, which has no Cancel, has to be saved', async () => {
    const shop = await openPreCheck({ emulator: await withoutAddresses() })
    await enter(shop.user, await screen.findByRole('combobox', { name: 'Search for your address' }), 'Plot 7')
    await proceed(shop)
    expect(await screen.findAllByText('Save your new address first: Plot 7.')).not.toHaveLength(0)
    expect(screen.queryByRole('button', { name: /address is missing/ })).toBeNull()
  })

  test('shows a message and a link to the shop if the cart is empty', async () => {
    await openPreCheck({}, [])
    const main = screen.getByRole('main')
    expect(
      await within(main).findByText('Your cart is empty! Start shopping now and grab something you love.'),
    ).toBeVisible()
    expect(within(main).getByRole('link', { name: 'Continue Shopping' })).toHaveAttribute('href', '/shop')
    expect(screen.queryByRole('list', { name: 'Checkout steps' })).toBeNull()
  })
})

test('a line whose product has sold out is marked above everything else, and can be removed', async () => {
  const emulator = await createTestApp()
  const product = selectOne<{ id: number; name: string; price: number }>(
    emulator.world,
    'SELECT id, name, price FROM products WHERE stock = 0 AND name IS NOT NULL LIMIT 1',
  )
  if (!product) throw new Error('The catalogue has no sold-out product.')
  const line = { ...product, quantity: 2, image: 'a.webp', total_stock: 9 }
  const { user } = await openPreCheck({ emulator }, [line, ...CART])
  const message = await screen.findByText('Sold out')
  expect(message.compareDocumentPosition(screen.getByRole('group', { name: /How do you want/ }))).toBe(
    Node.DOCUMENT_POSITION_FOLLOWING,
  )
  await user.click(screen.getByRole('button', { name: `Update ${line.name}` }))
  await waitFor(() => expect(screen.queryByText('Sold out')).toBeNull())
  expect(within(summary()).getByText('2 items in your cart')).toBeVisible()
})

test('two lines of a product are marked if its stock is too low for both together', async () => {
  const emulator = await createTestApp()
  const product = selectOne<{ id: number; name: string; price: number }>(
    emulator.world,
    'SELECT id, name, price FROM products WHERE stock > 5 AND length(name) > 3 LIMIT 1',
  )
  if (!product) throw new Error('The catalogue has no such product.')
  await emulator.control('POST /stock', { body: { id: product.id, stock: 3 } })
  const line = { ...product, quantity: 2, image: 'a.webp', total_stock: 9 }
  await openPreCheck({ emulator }, [line, { ...line, variant: 'Blue' }])
  expect(await screen.findAllByText(/Only 3 left/)).toHaveLength(2)
})

describe('what the host announces', () => {
  /** Opens the delivery step of a host with changed settings. */
  async function openWith(config: object) {
    const emulator = await createTestApp()
    update(
      emulator.world,
      'settings',
      "SET value = json_patch(value, ?) WHERE name = 'config'",
      JSON.stringify(config),
    )
    return openPreCheck({ emulator })
  }

  test('stops Proceed to Payment and is shown before', async () => {
    const sentence = /^Orders start at UGX 9,000/
    const shop = await openWith({ minimum_order_value: 9_000 })
    const notice = within(screen.getByRole('main'))
    expect(await notice.findByText(sentence)).toBeVisible()
    await fillNote(shop)
    await proceed(shop)
    expect(notice.getByText(sentence).closest('p')).toHaveFocus()
    expect(screen.getAllByText(sentence)).toHaveLength(2)
    expect(window.location.pathname).toBe('/pre-check')
  })

  test('switches pickup off', async () => {
    await openWith({ self_pickup: 0 })
    await waitFor(() =>
      expect(screen.getByRole('radio', { name: 'Self pick or send your boda' })).toBeDisabled(),
    )
    expect(screen.getByText('Not possible right now.')).toBeVisible()
  })

  test('replaces an earlier choice of pickup by home delivery, and says so', async () => {
    fillDraft('deliveryDraft', { mode: 'pickup' })
    await openWith({ self_pickup: 0 })
    const sentence = "Collecting your order isn't possible right now, so we've chosen home delivery."
    expect(await screen.findByText(sentence)).toBeVisible()
    expect(screen.getByRole('radio', { name: 'Home Delivery' })).toBeChecked()
    expect(screen.queryByText(/^Collect it at/)).toBeNull()
  })

  test('stops orders with a sentence whose phone number is a link', async () => {
    await openWith({ maintenance_mode: true })
    const sentence = await screen.findByText(/We're not taking orders right now/)
    expect(sentence).toHaveTextContent(`or call us on ${store.phones[0]}.`)
    expect(within(screen.getByRole('main')).getByRole('link', { name: store.phones[0] })).toHaveAttribute(
      'href',
      phoneUrl(store.phones[0]),
    )
  })

  test('is the address for collection, with a link to a map', async () => {
    const shop = await openPreCheck()
    await shop.user.click(await screen.findByRole('radio', { name: 'Self pick or send your boda' }))
    expect(await screen.findByRole('link', { name: store.address })).toHaveAttribute(
      'href',
      expect.stringContaining('google.com/maps'),
    )
  })
})
