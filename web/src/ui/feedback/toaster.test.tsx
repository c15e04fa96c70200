import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderShop } from '../../../test/render.tsx'
import { store } from '../../config/store.ts'
import { notify } from './notify.ts'
import { toastDuration } from './toaster.tsx'

test('lasts 5 s in the header, and 3 s in the footer and on the home page', () => {
  expect(toastDuration('error', 'header')).toBe(5000)
  expect(toastDuration('success', 'footer')).toBe(3000)
  expect(toastDuration('success', 'home')).toBe(3000)
})

test('lasts 2 s for a success elsewhere, and 4 s for other messages', () => {
  expect(toastDuration('success', 'page')).toBe(2000)
  expect(toastDuration('error', 'page')).toBe(4000)
  expect(toastDuration('info', 'password')).toBe(4000)
})

/** Shows the shop with a toast whose button has the focus, which was on a link of the page before. */
async function focusToast() {
  const shop = await renderShop({ path: '/about-us' })
  const main = within(screen.getByRole('main'))
  const link = await main.findByRole('link', { name: store.email })
  await shop.user.keyboard('{Shift}')
  act(() => notify('success', 'Saved.'))
  const close = await screen.findByRole('button', { name: 'Close message' })
  act(() => link.focus())
  act(() => close.focus())
  return link
}

/** Ends the timer of the shown toast, which is an animation. */
function endTimer(): void {
  fireEvent.animationEnd(document.querySelector('.Toastify__progress-bar') as Element)
}

const expectClosed = () => waitFor(() => expect(screen.queryByText('Saved.')).toBeNull())

test('returns the focus to the previous control when another message replaces the focused one', async () => {
  const link = await focusToast()
  act(() => notify('success', 'Saved again.'))
  await expectClosed()
  expect(link).toHaveFocus()
})

test('returns the focus to the previous control when the focused message times out', async () => {
  const link = await focusToast()
  endTimer()
  await expectClosed()
  expect(link).toHaveFocus()
})
