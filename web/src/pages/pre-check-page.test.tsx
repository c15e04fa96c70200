import { screen, waitFor, within } from '@testing-library/react'
import { createTestApp } from 'mock-server/test-app'
import { run } from 'mock-server/world'
import { beforeEach, describe, expect, test } from 'vitest'
import { expectOnConsole } from '../../test/console.ts'
import { renderShop } from '../../test/render.tsx'

const CART = [{ id: 1, name: 'Pen', quantity: 2, price: 1_250, image: 'pen.webp', total_stock: 9 }]
const NOTE = 'Green gate, call on arrival'

beforeEach(() => {
  localStorage.setItem('cart', JSON.stringify(CART))
})

type Shop = Awaited<ReturnType<typeof renderShop>>

const open = (options: Partial<Parameters<typeof renderShop>[0]> = {}) =>
  renderShop({ path: '/pre-check', token: true, ...options })

const cards = () => screen.findAllByRole('radio', { name: /^(Home|Work): / })
const selected = async () => (await cards()).find((card) => (card as HTMLInputElement).checked)
const proceed = ({ user }: Shop) => user.click(screen.getByRole('button', { name: 'Proceed to Payment' }))
const summary = () => screen.getByRole('complementary', { name: 'Summary' })

async function fillNote({ user }: Shop) {
  await user.type(await screen.findByLabelText('Delivery Note'), NOTE)
  await user.click(screen.getByLabelText(/I confirm that my details are correct/))
}

async function searchFor({ user }: Shop, text: string) {
  const another = screen.queryByRole('button', { name: 'Add another address' })
  if (another) await user.click(another)
  await user.type(await screen.findByRole('combobox', { name: 'Search for your address' }), text)
}

async function withoutAddresses() {
  const emulator = await createTestApp()
  run(emulator.world, 'DELETE FROM addresses')
  return emulator
}

describe('saved addresses', () => {
  test('show the highest id selected, with its fee in a sentence', async () => {
    const shop = await open()
    const list = (await shop.emulator.client(shop.emulator.tokenOf())('GET /customer/address/list')) as {
      id: number
      address: string
    }[]
    const newest = list.reduce((top, each) => (each.id > top.id ? each : top))
    expect(await selected()).toHaveAccessibleName(new RegExp(newest.address.slice(0, 12)))
    expect(await within(summary()).findByText(/^\d+\.\d\d km × UGX 1,500 per km/)).toBeVisible()
  })

  test('can be chosen, and the fee follows', async () => {
    const shop = await open()
    const all = await cards()
    const before = (await within(summary()).findByText(/km ×/)).textContent
    const other = all.find((card) => !(card as HTMLInputElement).checked) as HTMLElement
    await shop.user.click(other)
    expect(other).toBeChecked()
    await waitFor(() => expect(within(summary()).getByText(/km ×/).textContent).not.toBe(before))
  })

  test('after deleting the selected one the highest that remains is selected', async () => {
    const shop = await open()
    const count = (await cards()).length
    const gone = await selected()
    await shop.user.click(screen.getAllByRole('button', { name: /^Delete / })[0] as HTMLElement)
    expect(await screen.findByText('Address deleted successfully!')).toBeVisible()
    await waitFor(async () => expect(await cards()).toHaveLength(count - 1))
    expect(await selected()).not.toBe(gone)
    expect(await selected()).toBeChecked()
    expect(await selected()).toHaveFocus()
  })

  test('when none remains the fee is 0 and the search opens', async () => {
    const shop = await open()
    for (let left = (await cards()).length; left > 0; left -= 1) {
      await shop.user.click(screen.getAllByRole('button', { name: /^Delete / })[0] as HTMLElement)
      await waitFor(() =>
        expect(screen.queryAllByRole('button', { name: /^Delete / })).toHaveLength(left - 1),
      )
    }
    expect(within(summary()).getByText('UGX 0')).toBeVisible()
    expect(screen.getByRole('combobox', { name: 'Search for your address' })).toHaveValue('')
  })

  test.each([
    [500, 'Failed to delete the address. Please try again.'],
    ['down', 'An error occurred while deleting the address.'],
  ] as const)('a deletion that meets %s says "%s"', async (answer, text) => {
    const shop = await open({ refuse: (call) => (call.startsWith('DELETE') ? answer : undefined) })
    await cards()
    await shop.user.click(screen.getAllByRole('button', { name: /^Delete / })[0] as HTMLElement)
    expect(await screen.findByText(text)).toBeVisible()
  })

  test('are not asked for without a log-in', async () => {
    const { calls } = await renderShop({ path: '/pre-check' })
    expect(await screen.findByRole('combobox', { name: 'Search for your address' })).toBeVisible()
    expect(calls).not.toContain('GET /customer/address/list')
  })

  test('that do not come leave a way to try again and the pickup open', async () => {
    await open({ refuse: (call) => (call === 'GET /customer/address/list' ? 500 : undefined) })
    expect(await screen.findByText('Your saved addresses did not load.')).toBeVisible()
    expect(screen.getByRole('radio', { name: 'Self pick or send your boda' })).toBeEnabled()
  })
})

describe('a new address', () => {
  test('is found by name with the keyboard, saved, and selected', async () => {
    const shop = await open()
    await cards()
    await searchFor(shop, 'ntin')
    expect((await screen.findAllByRole('option'))[0]).toHaveTextContent('Ntinda, Kampala')
    await shop.user.keyboard('{ArrowDown}{Enter}')
    await shop.user.click(screen.getByRole('button', { name: 'Save searched address' }))
    const dialog = await screen.findByRole('dialog', { name: 'Address Details' })
    expect(within(dialog).getByLabelText('Address Name')).toHaveValue('Ntinda, Kampala')
    expect(within(dialog).getByText(/^Distance to our shop, Kampala: \d+\.\d\d km$/)).toBeVisible()
    await shop.user.click(within(dialog).getByRole('button', { name: 'Save' }))
    expect(await screen.findByText('Address saved successfully!')).toBeVisible()
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(await selected()).toHaveAccessibleName('Home: Ntinda, Kampala')
  })

  test('needs a place before its details', async () => {
    const shop = await open({ emulator: await withoutAddresses() })
    await searchFor(shop, 'Somewhere that nobody knows')
    await shop.user.click(screen.getByRole('button', { name: 'Save searched address' }))
    expect(await screen.findAllByText('Please search and select an address first!')).not.toHaveLength(0)
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  test('counts in the words typed when the place search does not answer', async () => {
    const shop = await open({
      emulator: await withoutAddresses(),
      refuse: (call) => (call.includes('/maps/places') ? 'down' : undefined),
    })
    await searchFor(shop, 'Green gate near the borehole')
    expect(await screen.findByText(/^The place search does not answer/)).toBeInTheDocument()
    expect(screen.queryByRole('option')).toBeNull()
    expect(screen.getByRole('combobox', { name: 'Search for your address' })).toHaveValue(
      'Green gate near the borehole',
    )
  })

  async function openDetails(shop: Shop) {
    await searchFor(shop, 'kira')
    await shop.user.click(await screen.findByRole('option', { name: 'Kira, Wakiso' }))
    await shop.user.click(screen.getByRole('button', { name: 'Save searched address' }))
    return screen.findByRole('dialog', { name: 'Address Details' })
  }

  test('needs all its fields and a number that can be called', async () => {
    const shop = await open({ emulator: await withoutAddresses() })
    const dialog = await openDetails(shop)
    const number = within(dialog).getByLabelText('Contact Person Number')
    await shop.user.clear(number)
    await shop.user.click(within(dialog).getByRole('button', { name: 'Save' }))
    expect(await within(dialog).findByText('Please fill all required fields.')).toBeVisible()
    await shop.user.type(number, '0772')
    await shop.user.click(within(dialog).getByRole('button', { name: 'Save' }))
    expect(
      await within(dialog).findByText(
        'Please enter a valid phone number (e.g., 10 digits or with country code).',
      ),
    ).toBeVisible()
    expect(shop.calls).not.toContain('POST /customer/address/add')
  })

  test.each([
    [500, 'Error: Failed to save address.'],
    ['down', 'An error occurred while saving the address.'],
  ] as const)('that meets %s says "%s" and keeps what was typed', async (answer, text) => {
    const shop = await open({
      emulator: await withoutAddresses(),
      refuse: (call) => (call === 'POST /customer/address/add' ? answer : undefined),
    })
    const dialog = await openDetails(shop)
    await shop.user.click(within(dialog).getByRole('button', { name: 'Save' }))
    expect(await within(dialog).findByText(text)).toBeVisible()
    expect(within(dialog).getByLabelText('Address Name')).toHaveValue('Kira, Wakiso')
  })

  test('leads to the log-in when nobody is logged in', async () => {
    const shop = await renderShop({ path: '/pre-check' })
    const dialog = await openDetails(shop)
    await shop.user.type(within(dialog).getByLabelText('Contact Person Name'), 'Amina')
    await shop.user.type(within(dialog).getByLabelText('Contact Person Number'), '0772123456')
    await shop.user.click(within(dialog).getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(window.location.pathname).toBe('/my-account'))
  })

  test('leads to the log-in when the token has gone while the form stood open', async () => {
    const shop = await open({ emulator: await withoutAddresses() })
    const dialog = await openDetails(shop)
    localStorage.removeItem('authToken')
    await shop.user.click(within(dialog).getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(window.location.pathname).toBe('/my-account'))
    expect(shop.calls).not.toContain('POST /customer/address/add')
  })
})

describe('going on to pay', () => {
  test('needs a note, then the tick, then an address, in this order', async () => {
    const shop = await open({ emulator: await withoutAddresses() })
    await screen.findByRole('combobox', { name: 'Search for your address' })
    expect(screen.getByText('Delivery note is required')).toBeVisible()
    expect(screen.getByText('You must confirm your details to proceed.')).toBeVisible()
    await proceed(shop)
    expect(await screen.findByText('Please provide a delivery note.')).toBeVisible()
    await shop.user.type(screen.getByLabelText('Delivery Note'), NOTE)
    await proceed(shop)
    expect(
      await screen.findByText('Please confirm that your details are correct by checking the box.'),
    ).toBeVisible()
    await shop.user.click(screen.getByLabelText(/I confirm/))
    await proceed(shop)
    expect(await screen.findByText('Please select an address before proceeding.')).toBeVisible()
    expect(screen.getByRole('combobox', { name: 'Search for your address' })).toHaveFocus()
    expect(window.location.pathname).toBe('/pre-check')
  })

  test('carries the order, the address, the distance, the fee and the note', async () => {
    const shop = await open()
    await within(summary()).findByText(/km ×/)
    await fillNote(shop)
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
  })

  test('by pickup costs nothing and carries no address', async () => {
    const shop = await open()
    await shop.user.click(await screen.findByRole('radio', { name: 'Self pick or send your boda' }))
    expect(within(summary()).getByText('0 UGX')).toBeVisible()
    await fillNote(shop)
    await proceed(shop)
    await screen.findByRole('heading', { level: 1, name: 'Checkout' })
    expect(window.history.state.usr).toMatchObject({ address: null, distance: 0, deliveryFee: 0 })
  })

  test('waits for the rate, and coming back from pickup computes the fee again', async () => {
    const shop = await open({ refuse: (call) => (call === 'GET /config' ? 500 : undefined) })
    await cards()
    expect(within(summary()).getByText('Calculating...')).toBeVisible()
    expect(screen.getByRole('button', { name: 'Proceed to Payment' })).toBeDisabled()
    await shop.user.click(screen.getByRole('radio', { name: 'Self pick or send your boda' }))
    expect(screen.getByRole('button', { name: 'Proceed to Payment' })).toBeEnabled()
    await shop.user.click(screen.getByRole('radio', { name: 'Home Delivery' }))
    expect(within(summary()).getByText('Calculating...')).toBeVisible()
  })

  test('says that the rate is not known, and asks again', async () => {
    expectOnConsole(/departs from its contract/)
    const shop = await open({
      faults: [{ path: '/config', times: 1, effect: { status: 200, body: { ecommerce_name: 'Kitabo' } } }],
    })
    expect(await within(summary()).findByText(/^The delivery rate did not load/)).toBeVisible()
    expect(within(summary()).getByText('Calculating...')).toBeVisible()
    await shop.user.click(within(summary()).getByRole('button', { name: 'Try again' }))
    expect(await within(summary()).findByText(/^\d+\.\d\d km × UGX 1,500 per km/)).toBeVisible()
  })

  test('keeps the note for the session', async () => {
    const shop = await open()
    await fillNote(shop)
    expect(sessionStorage.getItem('deliveryDraft')).toContain(NOTE)
  })

  test('with an empty cart leads to the shop', async () => {
    localStorage.removeItem('cart')
    await open()
    const main = screen.getByRole('main')
    expect(
      await within(main).findByText('Your cart is empty! Start shopping now and grab something you love.'),
    ).toBeVisible()
  })
})
