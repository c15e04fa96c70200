import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { createTestApp } from 'mock-server/test/test-app'
import { remove, selectAll } from 'mock-server/world/queries'
import { describe, expect, test, vi } from 'vitest'
import { expectOnConsole } from '../../../test/console.ts'
import {
  addressCards,
  locatedAt,
  openPreCheck,
  searchFor,
  selectedCard,
  withoutAddresses,
} from '../../../test/pre-check.tsx'
import type { renderShop } from '../../../test/render.tsx'
import { enter } from '../../../test/render.tsx'
import { store } from '../../config/store.ts'

type Shop = Awaited<ReturnType<typeof renderShop>>

/** A new address as returned by some hosts. */
const ADDED = {
  id: 987,
  address_type: 'Work',
  contact_person_name: 'Amina',
  contact_person_number: '0772123456',
  address: 'Kira, by the answer',
  latitude: '0.39',
  longitude: '32.64',
}

describe('a new address', () => {
  test('can be found by name with the keyboard and is selected after saving', async () => {
    const shop = await openPreCheck()
    await addressCards()
    await searchFor(shop, 'ntin')
    const name = (await screen.findAllByRole('option'))[0]?.textContent ?? ''
    // The places nearest to the shop are first.
    expect(name).toMatch(/^Ntinda\b.*, Kampala$/)
    const scroll = vi.spyOn(Element.prototype, 'scrollIntoView')
    await shop.user.keyboard('{ArrowDown}{Enter}')
    const save = screen.getByRole('button', { name: 'Save searched address' })
    // On phones, it is below the map.
    expect(scroll.mock.contexts).toContain(save)
    await shop.user.keyboard('{ArrowDown}')
    await waitFor(() => expect(screen.queryByRole('option')).toBeNull())
    await shop.user.click(save)
    // The dialog's code loads on the first use.
    expect(await screen.findByLabelText('Address Name')).toHaveValue(name)
    const dialog = screen.getByRole('dialog', { name: 'Address Details' })
    expect(
      within(dialog).getByText(new RegExp(`^Distance to ${store.location}: \\d+\\.\\d\\d km$`)),
    ).toBeVisible()
    await shop.user.click(within(dialog).getByRole('button', { name: 'Save' }))
    expect(await screen.findByText('Address saved successfully!')).toBeVisible()
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(await selectedCard()).toHaveAccessibleName(`Home: ${name}`)
  })

  test('requires a new point once the text no longer names the picked or changed place', async () => {
    const shop = await openPreCheck()
    await addressCards()
    const search = () => screen.getByRole('combobox', { name: 'Search for your address' })
    const save = () => shop.user.click(screen.getByRole('button', { name: 'Save searched address' }))
    const expectNoPoint = async () => {
      await shop.user.clear(search())
      await enter(shop.user, search(), 'Entebbe International Airport')
      await save()
      expect(
        await within(screen.getByRole('main')).findByText('Please search and select an address first!'),
      ).toBeVisible()
      expect(screen.queryByRole('dialog')).toBeNull()
    }
    await searchFor(shop, 'kira')
    await shop.user.click(await screen.findByRole('option', { name: 'Kira, Wakiso' }))
    await expectNoPoint()

    await shop.user.click(screen.getAllByRole('button', { name: /^Change / })[0] as HTMLElement)
    await expectNoPoint()

    vi.spyOn(navigator, 'geolocation', 'get').mockReturnValue(locatedAt(0.05, 32.44))
    await shop.user.clear(search())
    await enter(shop.user, search(), 'kira')
    await shop.user.click(await screen.findByRole('option', { name: 'Kira, Wakiso' }))
    expect(search()).toBeValid()
    await shop.user.click(screen.getByRole('button', { name: 'Use my location' }))
    expect(search()).toHaveValue('')
    expect(screen.getByText('Pin set. Now name the place, for example Blue gate, Kololo.')).toBeVisible()
    await enter(shop.user, search(), 'Entebbe')
    await save()
    const dialog = within(await screen.findByRole('dialog', { name: 'Address Details' }))
    expect(dialog.getByLabelText('Latitude')).toHaveValue('0.050000')
    await enter(shop.user, dialog.getByLabelText('Address Name'), ', Terminal 1')
    expect(dialog.getByLabelText('Latitude')).toHaveValue('0.050000')
  })

  test('says while the place search hangs that it is searching, and then that the map is enough', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    const shop = await openPreCheck({
      emulator: await withoutAddresses(),
      file: (request) => (request.includes('/maps/places') ? new Promise(() => {}) : undefined),
    })
    await searchFor(shop, 'Ntinda')
    expect(screen.queryByText('Searching…')).toBeNull()
    for (const ms of [300, 1200]) await act(() => vi.advanceTimersByTimeAsync(ms))
    expect(screen.getByText('Searching…')).toBeVisible()
    await act(() => vi.advanceTimersByTimeAsync(5000))
    expect(screen.getByText('Still searching. You can tap your place on the map.')).toBeVisible()
    await act(() => vi.advanceTimersByTimeAsync(3000))
    expect(screen.queryByText('Still loading…')).toBeNull()
    vi.useRealTimers()
  })

  test('contains the typed text if the place search fails', async () => {
    const shop = await openPreCheck({
      emulator: await withoutAddresses(),
      refuse: (request) => (request.includes('/maps/places') ? 'down' : undefined),
    })
    await searchFor(shop, 'Green gate near the borehole')
    expect(await screen.findByText(/^We couldn't search for places/)).toBeInTheDocument()
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

  test('keeps the point of the chosen place when the dialog gives it a different name', async () => {
    const shop = await openPreCheck()
    await addressCards()
    const dialog = within(await openDetails(shop))
    const pinned = ['Longitude', 'Latitude'].map(
      (label) => dialog.getByLabelText<HTMLInputElement>(label).value,
    )
    await shop.user.clear(dialog.getByLabelText('Address Name'))
    await shop.user.type(dialog.getByLabelText('Address Name'), 'My home')
    expect(dialog.getByLabelText('Longitude')).toHaveValue(pinned[0])
    expect(dialog.getByLabelText('Latitude')).toHaveValue(pinned[1])
    await shop.user.click(dialog.getByRole('button', { name: 'Save' }))
    expect(await screen.findByText('Address saved successfully!')).toBeVisible()
    expect(await selectedCard()).toHaveAccessibleName('Home: My home')
  })

  test('shows its distance from the shop while the coordinates are typed', async () => {
    const shop = await openPreCheck({ emulator: await withoutAddresses() })
    const dialog = within(await openDetails(shop))
    for (const label of ['Address Name', 'Contact Person Name', 'Contact Person Number']) {
      expect(dialog.getByLabelText(label)).toBeRequired()
    }
    const types = within(dialog.getByLabelText('Address Type')).getAllByRole('option')
    expect(types.map((type) => type.textContent)).toEqual(['Home', 'Work'])
    await shop.user.clear(dialog.getByLabelText('Latitude'))
    expect(dialog.getByText(`Distance to ${store.location}: Calculating...`)).toBeVisible()
    await enter(shop.user, dialog.getByLabelText('Latitude'), String(store.origin.lat))
    await shop.user.clear(dialog.getByLabelText('Longitude'))
    await enter(shop.user, dialog.getByLabelText('Longitude'), String(store.origin.lng))
    expect(dialog.getByText(`Distance to ${store.location}: 0.00 km`)).toBeVisible()
    await shop.user.click(dialog.getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  test('is selected even if the list of addresses does not contain it yet', async () => {
    expectOnConsole(/does not match its contract/)
    const shop = await openPreCheck({
      emulator: await withoutAddresses(),
      faults: [{ path: '/customer/address/add', effect: { status: 200, body: ADDED } }],
    })
    const dialog = await openDetails(shop)
    await shop.user.click(within(dialog).getByRole('button', { name: 'Save' }))
    expect(await screen.findByText('Address saved successfully!')).toBeVisible()
    expect(await selectedCard()).toHaveAccessibleName(`Work: ${ADDED.address}`)
  })

  test.each([
    ['a refusal', { status: 403, body: { errors: [{ message: 'Too far.' }] } }, 'Error: Too far.'],
    [
      'a refusal with status 200',
      { status: 200, body: { errors: { message: 'Too far.' } } },
      'Error: Too far.',
    ],
    ['no network', { reset: true }, 'An error occurred while saving the address.'],
  ] as const)('keeps the typed text after %s, and shows why', async (_, effect, text) => {
    const shop = await openPreCheck({
      emulator: await withoutAddresses(),
      faults: [{ path: '/customer/address/add', effect }],
    })
    const dialog = await openDetails(shop)
    await shop.user.click(within(dialog).getByRole('button', { name: 'Save' }))
    expect(await within(dialog).findByText(text)).toBeVisible()
    expect(within(dialog).getByLabelText('Address Name')).toHaveValue('Kira, Wakiso')
    await shop.user.click(within(dialog).getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await shop.user.click(screen.getByRole('button', { name: 'Save searched address' }))
    const again = within(await screen.findByRole('dialog', { name: 'Address Details' }))
    expect(again.queryByText(text)).toBeNull()
  })

  test.each([
    ['addresses', false],
    ['no address', true],
  ])(
    'is saved once for a customer with %s if the host does not return it and the list fails',
    async (_, isFirst) => {
      const emulator = await createTestApp({ extensions: { createdAddress: false } })
      if (isFirst) remove(emulator.world, 'addresses')
      let isDown = false
      const shop = await openPreCheck({
        emulator,
        refuse: (request) => (isDown && request === 'GET /customer/address/list' ? 'down' : undefined),
      })
      if (!isFirst) await addressCards()
      const dialog = within(await openDetails(shop))
      const save = () => shop.user.click(dialog.getByRole('button', { name: 'Save' }))
      isDown = true
      await save()
      expect(await dialog.findByText('An error occurred while saving the address.')).toBeVisible()
      expect(dialog.getByLabelText('Address Name')).toHaveValue('Kira, Wakiso')
      isDown = false
      await save()
      expect(await screen.findByText('Address saved successfully!')).toBeVisible()
      expect(await selectedCard()).toHaveAccessibleName('Home: Kira, Wakiso')
      expect(shop.requests.filter((request) => request === 'POST /customer/address/add')).toHaveLength(1)
    },
  )

  test('gets its text back after the pin at the centre of the map has cleared it', async () => {
    const shop = await openPreCheck({ emulator: await withoutAddresses() })
    await searchFor(shop, 'Plot 7, green gate')
    const noMatch = await screen.findByText('No match. Tap your place on the map.')
    const place = await screen.findByRole('button', { name: 'Place the pin at the centre' })
    expect(place).toHaveAccessibleDescription('This clears the address that you have typed.')
    await shop.user.click(place)
    const search = screen.getByRole('combobox', { name: 'Search for your address' })
    expect(search).toHaveValue('')
    expect(search).toHaveFocus()
    expect(noMatch).toBeEmptyDOMElement()
    expect(search).toHaveAccessibleDescription('Pin set. Now name the place, for example Blue gate, Kololo.')
    expect(screen.getByRole('img', { name: 'Your delivery point' })).toBeInTheDocument()
    const undo = screen.getByRole('button', { name: 'Undo' })
    expect(undo).toHaveAccessibleDescription(/^The pin moved, so we cleared “Plot 7, green gate”/)
    await shop.user.click(undo)
    expect(search).toHaveValue('Plot 7, green gate')
    // Text and point are one value.
    expect(screen.queryByRole('img', { name: 'Your delivery point' })).toBeNull()
  })

  test('gets its point from Enter at the map, and asks for its name', async () => {
    const shop = await openPreCheck({ emulator: await withoutAddresses() })
    const map = await screen.findByRole('application', { name: 'Map of your delivery point' })
    map.focus()
    await shop.user.keyboard('{Enter}')
    expect(screen.getByRole('img', { name: 'Your delivery point' })).toBeInTheDocument()
    const search = screen.getByRole('combobox', { name: 'Search for your address' })
    await enter(shop.user, search, '  ')
    await shop.user.click(screen.getByRole('button', { name: 'Save searched address' }))
    await waitFor(() => expect(search).toHaveFocus())
    expect(search).toHaveAccessibleDescription(
      'Please search and select an address first! Pin set. Now name the place, for example Blue gate, Kololo.',
    )
  })

  test('leaves the map where the shopper has moved it while its name is typed', async () => {
    const shop = await openPreCheck({ emulator: await withoutAddresses() })
    const map = await screen.findByRole('application', { name: 'Map of your delivery point' })
    const longitude = () => JSON.parse(sessionStorage.getItem('addressDraft') ?? '{}').longitude
    map.focus()
    await shop.user.keyboard('{Enter}')
    const first = longitude()
    map.focus()
    // Leaflet reads the key's code, which user-event doesn't set.
    fireEvent.keyDown(map, { key: 'ArrowRight', keyCode: 39 })
    await enter(shop.user, screen.getByRole('combobox', { name: 'Search for your address' }), 'Blue gate')
    map.focus()
    await shop.user.keyboard('{Enter}')
    expect(Number(longitude())).toBeGreaterThan(Number(first))
  })

  test('requires all fields and a valid phone number', async () => {
    const shop = await openPreCheck({ emulator: await withoutAddresses() })
    const dialog = await openDetails(shop)
    const number = within(dialog).getByLabelText('Contact Person Number')
    const save = () => shop.user.click(within(dialog).getByRole('button', { name: 'Save' }))
    await shop.user.clear(number)
    await shop.user.clear(within(dialog).getByLabelText('Address Name'))
    await save()
    expect(await screen.findByText('Please fill all required fields.')).toBeVisible()
    await waitFor(() => expect(within(dialog).getByLabelText('Address Name')).toHaveFocus())
    await enter(shop.user, within(dialog).getByLabelText('Address Name'), 'Kira')
    await enter(shop.user, number, '0772')
    await save()
    await waitFor(() => expect(number).toHaveFocus())
    expect(number).toBeInvalid()
    expect(number).toHaveAccessibleDescription(
      /Please enter a valid phone number \(e\.g\., 10 digits or with country code\)\.$/,
    )
    expect(shop.requests).not.toContain('POST /customer/address/add')
  })

  test('is sent with its type and a phone number without separators, which is shown before', async () => {
    let isDown = true
    const shop = await openPreCheck({
      emulator: await withoutAddresses(),
      refuse: (request) => (isDown && request === 'POST /customer/address/add' ? 500 : undefined),
    })
    const dialog = await openDetails(shop)
    const number = within(dialog).getByLabelText('Contact Person Number')
    await shop.user.clear(number)
    await enter(shop.user, number, '+256 700 000 001')
    await shop.user.selectOptions(within(dialog).getByLabelText('Address Type'), 'Work')
    await shop.user.click(within(dialog).getByRole('button', { name: 'Save' }))
    await within(dialog).findByText('Error: Failed to save address.')
    expect(within(dialog).getByLabelText('Address Type')).toHaveValue('Work')
    expect(number).toHaveValue('+256700000001')
    isDown = false
    await shop.user.click(within(dialog).getByRole('button', { name: 'Save' }))
    await screen.findByText('Address saved successfully!')
    const [saved] = selectAll<{ phone: string; type: string }>(
      shop.emulator.world,
      'SELECT contact_person_number AS phone, address_type AS type FROM addresses',
    )
    expect(saved).toEqual({ phone: '+256700000001', type: 'Work' })
    const next = within(await openDetails(shop)).getByLabelText('Contact Person Number')
    await shop.user.clear(next)
    expect(next).not.toHaveAttribute('aria-invalid', 'true')
  })

  test('redirects to the log-in if the token was removed while the form was open', async () => {
    const shop = await openPreCheck({ emulator: await withoutAddresses() })
    const dialog = await openDetails(shop)
    localStorage.removeItem('authToken')
    await shop.user.click(within(dialog).getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(window.location.pathname).toBe('/my-account'))
    expect(shop.requests).not.toContain('POST /customer/address/add')
  })
})
