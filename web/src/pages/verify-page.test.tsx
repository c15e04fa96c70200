import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { REFUSALS } from '../../test/refusals.ts'
import { renderShop } from '../../test/render.tsx'
import { sentCode } from '../../test/reset-code.ts'

const inPage = () => within(screen.getByRole('main'))
const box = (position: number) => screen.findByLabelText(`Digit ${position} of 4`)

describe('entering the code', () => {
  test('verifies a complete code once and continues', async () => {
    const { emulator, code } = await sentCode()
    const shop = await renderShop({ path: '/verify', emulator })
    const hint = await screen.findByText(/We check it as soon as the last digit is in\.$/)
    expect(hint.compareDocumentPosition(await box(1))).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
    await shop.user.click(await box(1))
    await shop.user.keyboard(code)
    expect(await screen.findByText('OTP verified successfully!')).toBeVisible()
    await waitFor(() => expect(window.location.pathname).toBe('/change-password'))
    expect(sessionStorage.getItem('resetToken')).toBe(code)
    expect(shop.calls.filter((call) => call === 'POST /auth/verify-token')).toHaveLength(1)
  })

  test('accepts a pasted code in any box', async () => {
    const { emulator, code } = await sentCode()
    const shop = await renderShop({ path: '/verify', emulator })
    await shop.user.click(await box(3))
    await shop.user.paste(` ${code} `)
    await waitFor(() => expect(window.location.pathname).toBe('/change-password'))
  })

  test('clears the boxes after a wrong code', async () => {
    const { emulator, code } = await sentCode()
    const shop = await renderShop({ path: '/verify', emulator })
    await shop.user.click(await box(1))
    await shop.user.paste(code === '1000' ? '1001' : '1000')
    expect(await inPage().findByText('OTP is not matched.')).toBeVisible()
    expect(await box(1)).toHaveFocus()
    expect(await box(4)).toHaveValue('')
  })

  test('moves back on Backspace and accepts only digits', async () => {
    const shop = await renderShop({ path: '/verify' })
    await shop.user.click(await box(1))
    await shop.user.keyboard('1x2')
    expect(await box(2)).toHaveValue('2')
    await shop.user.keyboard('{Backspace}{Backspace}7')
    expect(await box(1)).toHaveValue('7')
    expect(await box(2)).toHaveValue('')
  })

  test('shows "Verifying..." while the request is pending and ignores clicks on the button', async () => {
    const { emulator, code } = await sentCode()
    const shop = await renderShop({
      path: '/verify',
      emulator,
      faults: [{ path: '/auth/verify-token', effect: { latency: 300 } }],
    })
    await shop.user.click(await box(1))
    await shop.user.keyboard(code)
    await shop.user.click(screen.getByRole('button', { name: 'Verifying...' }))
    await waitFor(() => expect(window.location.pathname).toBe('/change-password'))
    expect(shop.calls.filter((call) => call === 'POST /auth/verify-token')).toHaveLength(1)
  })

  test('accepts an autofilled code', async () => {
    const { emulator, code } = await sentCode()
    await renderShop({ path: '/verify', emulator })
    expect(await box(1)).toHaveAttribute('autocomplete', 'one-time-code')
    fireEvent.change(await box(2), { target: { value: code } })
    await waitFor(() => expect(window.location.pathname).toBe('/change-password'))
  })

  test.each(REFUSALS)('shows the error message from %s', async (_, status, body, words) => {
    const shop = await renderShop({
      path: '/verify',
      faults: [{ path: '/auth/verify-token', effect: { status, body } }],
    })
    await shop.user.click(await box(1))
    await shop.user.keyboard('1234')
    expect(await inPage().findByText(words)).toBeVisible()
    expect(await box(1)).toHaveValue('')
  })

  test('requires four digits', async () => {
    const shop = await renderShop({ path: '/verify' })
    await shop.user.click(await box(1))
    await shop.user.keyboard('12')
    await shop.user.click(screen.getByRole('button', { name: 'Verify OTP' }))
    expect(await inPage().findByText('Please enter a 4-digit OTP.')).toBeVisible()
    expect(shop.calls).not.toContain('POST /auth/verify-token')
  })

  test.each([
    [500, 'Invalid OTP. Please try again.'],
    ['down', 'An error occurred. Please try again later.'],
  ] as const)('shows an error message for %s: "%s"', async (response, text) => {
    const shop = await renderShop({
      path: '/verify',
      refuse: (call) => (call === 'POST /auth/verify-token' ? response : undefined),
    })
    await shop.user.click(await box(1))
    await shop.user.keyboard('1234')
    expect(await inPage().findByText(text)).toBeVisible()
  })
})
