import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { addressCards, fillNote, openPreCheck, proceed, searchFor } from '../../../test/pre-check.tsx'
import { enter } from '../../../test/render.tsx'
import { ANNOUNCER_ID } from '../../ui/feedback/announcer.ts'

describe('an address that is not saved', () => {
  const DRAFTS: [string, (shop: Awaited<ReturnType<typeof openPreCheck>>) => Promise<void>, string][] = [
    [
      'found under "Add another address"',
      async (shop) => {
        await searchFor(shop, 'ntin')
        await screen.findAllByRole('option')
        await shop.user.keyboard('{ArrowDown}{Enter}')
      },
      'Ntinda',
    ],
    [
      'typed under "Change"',
      async (shop) => {
        await shop.user.click((await screen.findAllByRole('button', { name: /^Change / }))[0] as HTMLElement)
        await enter(shop.user, screen.getByRole('combobox', { name: 'Search for your address' }), ' gate 2')
      },
      'gate 2',
    ],
  ]

  test.each(DRAFTS)('stops Proceed to Payment if it was %s', async (_, draft, name) => {
    const shop = await openPreCheck()
    await addressCards()
    await fillNote(shop)
    await draft(shop)
    await proceed(shop)
    const message = await within(screen.getByRole('main')).findByText(
      /^Save or cancel your new address first: /,
    )
    expect(message).toHaveTextContent(name)
    expect(document.getElementById(ANNOUNCER_ID)).toHaveTextContent(
      /^Save or cancel your new address first: /,
    )
    expect(screen.queryByRole('button', { name: 'Close message' })).toBeNull()
    expect(window.location.pathname).toBe('/pre-check')
    expect(screen.getByRole('button', { name: 'Save searched address' })).toHaveFocus()
    await shop.user.click(screen.getByRole('button', { name: 'Cancel' }))
    // Nothing that could be cleared is shown any more.
    expect(
      await screen.findByRole('button', { name: 'Place the pin at the centre' }),
    ).not.toHaveAccessibleDescription()
    await proceed(shop)
    await waitFor(() => expect(window.location.pathname).toBe('/checkout'))
  })

  test('stops Proceed to Payment after a reload as well', async () => {
    const shop = await openPreCheck()
    await addressCards()
    await searchFor(shop, 'Plot 7')
    shop.unmount()
    const again = await openPreCheck()
    await addressCards()
    await fillNote(again)
    await proceed(again)
    expect(await screen.findAllByText('Save or cancel your new address first: Plot 7.')).not.toHaveLength(0)
    // The address has no coordinates and cannot be saved, so the search field receives the focus.
    expect(screen.getByRole('combobox', { name: 'Search for your address' })).toHaveFocus()
  })

  test('does not stop the shopper if Change was tapped without a change', async () => {
    const shop = await openPreCheck()
    await addressCards()
    await fillNote(shop)
    await shop.user.click((await screen.findAllByRole('button', { name: /^Change / }))[0] as HTMLElement)
    await proceed(shop)
    await waitFor(() => expect(window.location.pathname).toBe('/checkout'))
  })

  test('does not stop a pickup', async () => {
    const shop = await openPreCheck()
    await addressCards()
    await fillNote(shop)
    await searchFor(shop, 'Plot 7')
    await shop.user.click(screen.getByRole('radio', { name: 'Self pick or send your boda' }))
    await proceed(shop)
    await waitFor(() => expect(window.location.pathname).toBe('/checkout'))
  })
})
