import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import { createTestApp } from 'mock-server/test/test-app'
import { remove, update } from 'mock-server/world/queries'
import { describe, expect, test } from 'vitest'
import { registerOtherCustomer } from '../../../test/checkout.tsx'
import {
  addressCards,
  openPreCheck,
  searchFor,
  selectedCard,
  summary,
  withoutAddresses,
} from '../../../test/pre-check.tsx'
import { enter, handleResponses, lateResponse, leaveFor } from '../../../test/render.tsx'
import { setToken } from '../../api/session.ts'
import { ANNOUNCER_ID } from '../../ui/feedback/announcer.ts'

describe('saved addresses', () => {
  test('are shown with the highest id selected and with an explanation of the fee', async () => {
    const shop = await openPreCheck({ state: { authToken: 'whatever the history says' } })
    const list = (await shop.emulator.client(shop.emulator.tokenOf())('GET /customer/address/list')) as {
      id: number
      address: string
    }[]
    const newest = list.reduce((top, each) => (each.id > top.id ? each : top))
    expect(await selectedCard()).toHaveAccessibleName(new RegExp(newest.address.slice(0, 12)))
    expect(await within(summary()).findByText(/^\d+\.\d\d km × UGX 1,500 per km/)).toBeVisible()
    expect(within(summary()).getByText('2 items in your cart')).toBeVisible()
    expect((await selectedCard())?.closest('.address-card')).toHaveTextContent(
      /^(Home|Work)Selected.+\d{9,}Change$/,
    )
  })

  test('change the fee when selected', async () => {
    const shop = await openPreCheck()
    const cards = await addressCards()
    const before = (await within(summary()).findByText(/km ×/)).textContent
    const other = cards.find((card) => !(card as HTMLInputElement).checked) as HTMLElement
    await shop.user.click(other)
    expect(other).toBeChecked()
    await waitFor(() => expect(within(summary()).getByText(/km ×/).textContent).not.toBe(before))
  })

  test('can be restored after they were deleted, also if this fails at first, and are selected again', async () => {
    let isDown = true
    const shop = await openPreCheck({
      refuse: (request) => (isDown && request === 'POST /customer/address/add' ? 500 : undefined),
    })
    const count = (await addressCards()).length
    const name = (await selectedCard())?.getAttribute('aria-label') ?? ''
    const address = name.replace(/^\w+: /, '')
    await shop.user.click(screen.getByRole('button', { name: `Delete ${address}` }))
    expect(await screen.findByText('Address deleted successfully!')).toBeVisible()
    await waitFor(async () => expect(await addressCards()).toHaveLength(count - 1))
    expect(await selectedCard()).not.toHaveAccessibleName(name)
    const undo = screen.getByRole('button', { name: 'Undo' })
    expect(undo).toHaveFocus()
    expect(undo).toHaveAccessibleDescription(`${address} deleted.`)
    await shop.user.click(undo)
    expect(await screen.findByText('An error occurred while saving the address.')).toBeVisible()
    isDown = false
    await shop.user.click(await screen.findByRole('button', { name: 'Undo' }))
    await waitFor(async () => expect(await addressCards()).toHaveLength(count))
    expect(await selectedCard()).toHaveAccessibleName(name)
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
  })

  test('are deleted once after a double click', async () => {
    const deletions: string[] = []
    await openPreCheck({
      refuse: (request) => {
        if (request.startsWith('DELETE')) deletions.push(request)
        return undefined
      },
    })
    await addressCards()
    const button = screen.getAllByRole('button', { name: /^Delete / })[0] as HTMLElement
    button.click()
    button.click()
    expect(await screen.findByText('Address deleted successfully!')).toBeVisible()
    expect(deletions).toHaveLength(1)
  })

  test('are not shown any more if they were deleted but the response was lost', async () => {
    const emulator = await createTestApp()
    const reply = emulator.fetch
    emulator.fetch = async (input, init) => {
      const response = await reply(input, init)
      if (init?.method === 'DELETE') throw new TypeError('The response was lost.')
      return response
    }
    const { user } = await openPreCheck({ emulator })
    const cards = (await addressCards()).length
    await user.click(screen.getAllByRole('button', { name: /^Delete / })[0] as HTMLElement)
    expect(await screen.findByText('An error occurred while deleting the address.')).toBeVisible()
    await waitFor(async () => expect(await addressCards()).toHaveLength(cards - 1))
  })

  test('stay selected if they are selected while another one is being deleted', async () => {
    const { response, send } = lateResponse()
    const shop = await openPreCheck({
      file: (request) => (request.startsWith('DELETE') ? response : undefined),
    })
    const deleted = await selectedCard()
    const others = (await addressCards()).filter((card) => card !== deleted)
    // The one that wouldn't be selected by default.
    const other = others.at(-1) as HTMLElement
    const card = within(deleted?.closest('.address-card') as HTMLElement)
    await shop.user.click(card.getByRole('button', { name: /^Delete / }))
    expect(card.getByRole('button', { name: /^Delete / })).toHaveAttribute('aria-disabled', 'true')
    await shop.user.click(other)
    await act(async () => send(Response.json({ message: 'successfully removed!' })))
    expect(await screen.findByText('Address deleted successfully!')).toBeVisible()
    expect(deleted).not.toBeInTheDocument()
    expect(other).toBeChecked()
    await shop.user.click(screen.getByRole('button', { name: 'Undo' }))
    expect(await screen.findByText('Address saved successfully!')).toBeVisible()
    expect(other).toBeChecked()
  })

  test('leave a fee of 0 and an open search field once all of them are deleted', async () => {
    const shop = await openPreCheck()
    for (let count = (await addressCards()).length; count > 0; count -= 1) {
      await shop.user.click(screen.getAllByRole('button', { name: /^Delete / })[0] as HTMLElement)
      await waitFor(() =>
        expect(screen.queryAllByRole('button', { name: /^Delete / })).toHaveLength(count - 1),
      )
    }
    expect(within(summary()).getByText('UGX 0')).toBeVisible()
    // The next address has a fee.
    expect(within(summary()).getByText('+ delivery')).toBeVisible()
    expect(document.getElementById(ANNOUNCER_ID)).not.toHaveTextContent('Delivery fee UGX 0')
    expect(document.querySelector('[data-total]')).toHaveAttribute(
      'data-label',
      'Subtotal, delivery added next',
    )
    expect(screen.getByRole('combobox', { name: 'Search for your address' })).toHaveValue('')
  })

  test.each([
    [500, 'Failed to delete the address. Please try again.'],
    ['down', 'An error occurred while deleting the address.'],
  ] as const)('show an error message if deleting fails with %s: "%s"', async (response, text) => {
    const shop = await openPreCheck({
      refuse: (request) => (request.startsWith('DELETE') ? response : undefined),
    })
    await addressCards()
    await shop.user.click(screen.getAllByRole('button', { name: /^Delete / })[0] as HTMLElement)
    expect(await screen.findByText(text)).toBeVisible()
  })

  test('are shown without a map until it is requested if the data saver is on and there are some', async () => {
    Object.defineProperty(navigator, 'connection', { value: { saveData: true }, configurable: true })
    const { user } = await openPreCheck()
    await addressCards()
    expect(document.querySelector('.leaflet-container')).toBeNull()
    await user.click(await screen.findByRole('button', { name: 'Show the map' }))
    await waitFor(() => expect(document.querySelector('.leaflet-container')).not.toBeNull())
    cleanup()
    await openPreCheck({ emulator: await withoutAddresses() })
    await waitFor(() => expect(document.querySelector('.leaflet-container')).not.toBeNull())
    Reflect.deleteProperty(navigator, 'connection')
  })

  test('can be changed in the search field', async () => {
    const shop = await openPreCheck()
    await addressCards()
    const change = screen.getAllByRole('button', { name: /^Change / })[0] as HTMLElement
    await shop.user.click(change)
    const search = screen.getByRole('combobox', { name: 'Search for your address' })
    expect(search).toHaveFocus()
    expect(`Change ${(search as HTMLInputElement).value}`).toBe(change.getAttribute('aria-label'))
    expect(screen.getByRole('heading', { name: 'Change address' })).toBeVisible()
    expect(screen.getByText(/^We'll save it as a new address/)).toBeVisible()
    await shop.user.click(screen.getByRole('button', { name: 'Cancel' }))
    expect(screen.getByRole('button', { name: 'Add another address' })).toHaveFocus()
    await shop.user.click(screen.getByRole('button', { name: 'Add another address' }))
    expect(screen.getByRole('heading', { name: 'Another address' })).toBeVisible()
    // Otherwise, it would be saved twice.
    expect(screen.getByRole('combobox', { name: 'Search for your address' })).toHaveValue('')
  })

  test('keep their contact person when they are changed', async () => {
    const emulator = await createTestApp()
    update(
      emulator.world,
      'addresses',
      "SET contact_person_name = 'Grace', contact_person_number = '0700000009'",
    )
    const { user } = await openPreCheck({ emulator })
    await addressCards()
    await user.click(screen.getAllByRole('button', { name: /^Change / })[0] as HTMLElement)
    await user.click(screen.getByRole('button', { name: 'Save searched address' }))
    expect(await screen.findByLabelText('Contact Person Name')).toHaveValue('Grace')
    expect(screen.getByLabelText('Contact Person Number')).toHaveValue('0700000009')
  })

  test('are not offered again by a list that was requested before their deletion', async () => {
    const late = lateResponse()
    let isLate = false
    const shop = await openPreCheck({
      file: (request) => (isLate && request === 'GET /customer/address/list' ? late.response : undefined),
    })
    const client = shop.emulator.client(shop.emulator.tokenOf())
    const before = await client('GET /customer/address/list')
    const count = (await addressCards()).length
    isLate = true
    for (const event of ['offline', 'online']) act(() => void window.dispatchEvent(new Event(event)))
    const loads = () => shop.requests.filter((request) => request === 'GET /customer/address/list').length
    await waitFor(() => expect(loads()).toBe(2))
    await shop.user.click(screen.getAllByRole('button', { name: /^Delete / })[0] as HTMLElement)
    expect(await screen.findByText('Address deleted successfully!')).toBeVisible()
    await act(async () => late.send(Response.json(before)))
    await handleResponses(shop)
    expect(await addressCards()).toHaveLength(count - 1)
  })

  test('leave no copy in the form if changing one was cancelled after a reload', async () => {
    const shop = await openPreCheck()
    await addressCards()
    await shop.user.click(screen.getAllByRole('button', { name: /^Change / })[0] as HTMLElement)
    shop.unmount()
    const { user } = await openPreCheck()
    await addressCards()
    expect(screen.getByRole('heading', { name: 'Change address' })).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Cancel' }))
    await user.click(screen.getByRole('button', { name: 'Add another address' }))
    expect(screen.getByRole('combobox', { name: 'Search for your address' })).toHaveValue('')
  })

  test('keep a new address that is typed while the last one is deleted', async () => {
    const emulator = await createTestApp()
    const client = emulator.client(emulator.tokenOf())
    const [, ...others] = (await client('GET /customer/address/list')) as { id: number }[]
    for (const { id } of others) remove(emulator.world, 'addresses', 'WHERE id = ?', id)
    const shop = await openPreCheck({ emulator })
    expect(await addressCards()).toHaveLength(1)
    await searchFor(shop, 'Blue gate, Kololo')
    await shop.user.click(screen.getByRole('button', { name: /^Delete / }))
    expect(await screen.findByText('Address deleted successfully!')).toBeVisible()
    await waitFor(() => expect(screen.queryByRole('radio', { name: /^(Home|Work): / })).toBeNull())
    expect(screen.getByRole('combobox', { name: 'Search for your address' })).toHaveValue('Blue gate, Kololo')
  })

  test('keep an address that is typed while another one is saved', async () => {
    const late = lateResponse()
    const shop = await openPreCheck({
      file: (request) => (request === 'POST /customer/address/add' ? late.response : undefined),
    })
    await addressCards()
    await searchFor(shop, 'ntin')
    await screen.findAllByRole('option')
    await shop.user.keyboard('{ArrowDown}{Enter}')
    await shop.user.click(screen.getByRole('button', { name: 'Save searched address' }))
    // While its code loads, a dialog with the same title is shown.
    await screen.findByLabelText('Contact Person Name')
    const dialog = within(screen.getByRole('dialog', { name: 'Address Details' }))
    await shop.user.click(dialog.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(shop.requests).toContain('POST /customer/address/add'))
    expect(dialog.getByRole('button', { name: 'Saving...' })).toHaveAttribute('aria-disabled', 'true')
    leaveFor('/contact-us')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    leaveFor('/pre-check')
    const field = await screen.findByRole('combobox', { name: 'Search for your address' })
    await shop.user.clear(field)
    await enter(shop.user, field, 'Blue gate, Kololo')
    await act(async () => late.send(Response.json({ message: 'successfully added!' })))
    expect(await screen.findByText('Address saved successfully!')).toBeVisible()
    expect(screen.getByRole('combobox', { name: 'Search for your address' })).toHaveValue('Blue gate, Kololo')
    expect(sessionStorage.getItem('addressDraft')).not.toContain('Ntinda')
  })

  test('are not saved for another customer who logs in while a lost request is looked up', async () => {
    const late = lateResponse()
    let posts = 0
    const shop = await openPreCheck({
      refuse: (request) => (request === 'POST /customer/address/add' && ++posts ? 'down' : undefined),
      file: (request) => (posts > 0 && request === 'GET /customer/address/list' ? late.response : undefined),
    })
    const other = await registerOtherCustomer(shop)
    await addressCards()
    await searchFor(shop, 'ntin')
    await screen.findAllByRole('option')
    await shop.user.keyboard('{ArrowDown}{Enter}')
    await shop.user.click(screen.getByRole('button', { name: 'Save searched address' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Address Details' }))
    await shop.user.click(dialog.getByRole('button', { name: 'Save' }))
    expect(await dialog.findByText('An error occurred while saving the address.')).toBeVisible()
    const loads = () => shop.requests.filter((request) => request === 'GET /customer/address/list').length
    const before = loads()
    await shop.user.click(dialog.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(loads()).toBe(before + 1))
    act(() => setToken(other))
    await act(async () => late.send(Response.json([])))
    await handleResponses(shop)
    expect(posts).toBe(1)
  })

  test('are not requested if the shopper is logged out', async () => {
    const { requests } = await openPreCheck({ token: undefined })
    expect(await screen.findByRole('combobox', { name: 'Search for your address' })).toBeVisible()
    expect(requests).not.toContain('GET /customer/address/list')
  })

  test('stay if they fail to load again after a reconnection', async () => {
    let isDown = false
    let failures = 0
    await openPreCheck({
      refuse: (request) =>
        isDown && request === 'GET /customer/address/list' && ++failures ? 'down' : undefined,
    })
    const count = (await addressCards()).length
    isDown = true
    act(() => void window.dispatchEvent(new Event('offline')))
    act(() => void window.dispatchEvent(new Event('online')))
    await waitFor(() => expect(failures).toBeGreaterThan(0))
    expect(await addressCards()).toHaveLength(count)
    expect(screen.queryByText("Your saved addresses didn't load.")).toBeNull()
  })

  test('can be reloaded if they fail to load, and pickup is still possible', async () => {
    await openPreCheck({ refuse: (request) => (request === 'GET /customer/address/list' ? 500 : undefined) })
    expect(await screen.findByText("Your saved addresses didn't load.")).toBeVisible()
    expect(screen.getByRole('radio', { name: 'Self pick or send your boda' })).toBeEnabled()
  })
})
