import { act, screen, waitFor } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import {
  addressCards,
  fillNote,
  locatedAt,
  locateLate,
  openPreCheck,
  proceed,
  searchFor,
  withoutAddresses,
} from '../../../test/pre-check.tsx'
import { enter } from '../../../test/render.tsx'

describe('a new address at the location of the device', () => {
  test('keeps the text of the shopper when the device gives the location, and no longer searches for it', async () => {
    vi.spyOn(navigator, 'geolocation', 'get').mockReturnValue(locatedAt(0.05, 32.44))
    const shop = await openPreCheck({ emulator: await withoutAddresses() })
    await searchFor(shop, 'Plot 7, green gate')
    const noMatch = await screen.findByText('No match. Tap your place on the map.')
    await shop.user.click(screen.getByRole('button', { name: 'Use my location' }))
    const search = screen.getByRole('combobox', { name: 'Search for your address' })
    expect(search).toHaveValue('Plot 7, green gate')
    expect(search).toHaveFocus()
    expect(noMatch).toBeEmptyDOMElement()
    expect(screen.getByText('Pin set.')).toBeVisible()
    // A pin without a name can't be saved.
    await shop.user.clear(search)
    await proceed(shop)
    expect(await screen.findAllByText('Save your new address first: the pin on the map.')).not.toHaveLength(0)
    expect(search).toHaveFocus()
  })

  test('says why the device gives no location, and looks for it once at a time', async () => {
    let fail: (code: number) => void = () => {}
    const getCurrentPosition = vi.fn<Geolocation['getCurrentPosition']>((_, onFailure) => {
      fail = (code) => act(() => onFailure?.({ code, PERMISSION_DENIED: 1 } as GeolocationPositionError))
    })
    const geolocation = vi.spyOn(navigator, 'geolocation', 'get')
    geolocation.mockReturnValue({ getCurrentPosition } as unknown as Geolocation)
    const { user } = await openPreCheck({ emulator: await withoutAddresses() })
    const use = await screen.findByRole('button', { name: 'Use my location' })
    for (const [code, text] of [
      [1, 'Your browser is blocking your location. Search for a place instead.'],
      [3, "We couldn't find you. Search for a place instead."],
    ] as const) {
      await user.dblClick(use)
      expect(use).toHaveTextContent('Finding you...')
      expect(use.nextSibling).toBeEmptyDOMElement()
      fail(code)
      expect(use).toHaveTextContent('Use my location')
      expect(screen.getByText(text)).toBeVisible()
    }
    expect(getCurrentPosition).toHaveBeenCalledTimes(2)
    // Exact enough for a rider, and not an old location.
    const options = { enableHighAccuracy: true, timeout: 15_000, maximumAge: 60_000 }
    expect(getCurrentPosition.mock.lastCall?.[2]).toEqual(options)
    geolocation.mockReturnValue(undefined as unknown as Geolocation)
    await user.click(use)
    expect(
      screen.getByText("This browser can't share your location. Search for a place instead."),
    ).toBeVisible()
  })

  test('keeps the text that is typed while the device looks for the location', async () => {
    const sendLocation = locateLate(0.05, 32.44)
    const shop = await openPreCheck({ emulator: await withoutAddresses() })
    await searchFor(shop, 'kira')
    await shop.user.click(await screen.findByRole('option', { name: 'Kira, Wakiso' }))
    await shop.user.click(screen.getByRole('button', { name: 'Use my location' }))
    const search = screen.getByRole('combobox', { name: 'Search for your address' })
    await shop.user.clear(search)
    await enter(shop.user, search, 'Plot 7, green gate')
    sendLocation()
    expect(search).toHaveValue('Plot 7, green gate')
    expect(screen.getByText('Pin set.')).toBeVisible()
  })

  test('keeps a place that was chosen before the location arrives', async () => {
    const sendLocation = locateLate(0.5, 32.9)
    const shop = await openPreCheck()
    await addressCards()
    await shop.user.click(screen.getByRole('button', { name: 'Add another address' }))
    await shop.user.click(screen.getByRole('button', { name: 'Use my location' }))
    await searchFor(shop, 'ntin')
    await screen.findAllByRole('option')
    await shop.user.keyboard('{ArrowDown}{Enter}')
    const search = screen.getByRole('combobox', { name: 'Search for your address' })
    const chosen = (search as HTMLInputElement).value
    expect(chosen).toMatch(/^Ntinda/)
    sendLocation()
    expect(search).toHaveValue(chosen)
  })

  test('stays closed if the location arrives after a saved address was selected', async () => {
    const sendLocation = locateLate(0.05, 32.44)
    const shop = await openPreCheck()
    await addressCards()
    await shop.user.click(screen.getByRole('button', { name: 'Add another address' }))
    await shop.user.click(screen.getByRole('button', { name: 'Use my location' }))
    await shop.user.click((await addressCards()).at(-1) as HTMLElement)
    sendLocation()
    expect(screen.getByRole('button', { name: 'Add another address' })).toBeVisible()
    await fillNote(shop)
    await proceed(shop)
    await waitFor(() => expect(window.location.pathname).toBe('/checkout'))
  })
})
