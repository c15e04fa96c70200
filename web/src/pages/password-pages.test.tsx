import { screen, waitFor, within } from '@testing-library/react'
import { createTestApp } from 'mock-server/test-app'
import { one } from 'mock-server/world'
import { describe, expect, test } from 'vitest'
import { renderShop } from '../../test/render.tsx'

const EMAIL = 'demo@kitabo.example'
const SLOW = { timeout: 3_000 }

type Shop = Awaited<ReturnType<typeof renderShop>>

/** An emulator that has sent a code, and the code. */
async function sentCode() {
  const emulator = await createTestApp()
  await emulator.client()('POST /auth/forgot-password', { body: { email_or_phone: EMAIL } })
  const mail = one<{ code: string }>(emulator.world, 'SELECT code FROM outbox ORDER BY id DESC LIMIT 1')
  localStorage.setItem('resetEmail', EMAIL)
  return { emulator, code: mail?.code ?? '' }
}

const inPage = () => within(screen.getByRole('main'))
const box = (place: number) => screen.findByLabelText(`Digit ${place} of 4`)

describe('asking for a code', () => {
  async function ask({ user }: Shop, email: string) {
    await user.type(await inPage().findByLabelText('Email'), email)
    await user.click(screen.getByRole('button', { name: 'Send Reset Link' }))
  }

  test('stores the email, says so and goes on after a second', async () => {
    const shop = await renderShop({ path: '/forgot-password' })
    await ask(shop, EMAIL)
    expect(await screen.findAllByText('Password reset link sent to your email')).not.toHaveLength(0)
    expect(localStorage.getItem('resetEmail')).toBe(EMAIL)
    expect(window.location.pathname).toBe('/forgot-password')
    await waitFor(() => expect(window.location.pathname).toBe('/verify'), SLOW)
  })

  test('wants an email address', async () => {
    const shop = await renderShop({ path: '/forgot-password' })
    await ask(shop, 'amina@')
    expect(await inPage().findByText('Please enter a valid email address.')).toBeVisible()
    expect(await screen.findByText('Please enter a valid email')).toBeVisible()
    expect(shop.calls).not.toContain('POST /auth/forgot-password')
  })

  test("shows the host's own word when it refuses", async () => {
    const shop = await renderShop({ path: '/forgot-password' })
    await ask(shop, 'nobody@kitabo.example')
    expect(await inPage().findByText('Customer not found!')).toBeVisible()
  })

  test.each([
    [500, 'Failed to send reset link', 'Failed to send reset link'],
    ['down', 'An error occurred. Please try again later.', 'Something went wrong. Try again.'],
  ] as const)('that meets %s says "%s"', async (answer, text, toast) => {
    const shop = await renderShop({
      path: '/forgot-password',
      refuse: (call) => (call === 'POST /auth/forgot-password' ? answer : undefined),
    })
    await ask(shop, EMAIL)
    expect(await inPage().findByText(text)).toBeVisible()
    expect((await screen.findAllByText(toast)).length).toBeGreaterThan(0)
  })
})

describe('typing the code', () => {
  test('checks it as soon as it is complete, once, and goes on', async () => {
    const { emulator, code } = await sentCode()
    const shop = await renderShop({ path: '/verify', emulator })
    await shop.user.click(await box(1))
    await shop.user.keyboard(code)
    expect(await screen.findByText('OTP verified successfully!')).toBeVisible()
    await waitFor(() => expect(window.location.pathname).toBe('/change-password'))
    expect(localStorage.getItem('resetToken')).toBe(code)
    expect(shop.calls.filter((call) => call === 'POST /auth/verify-token')).toHaveLength(1)
  })

  test('takes a pasted code in any box', async () => {
    const { emulator, code } = await sentCode()
    const shop = await renderShop({ path: '/verify', emulator })
    await shop.user.click(await box(3))
    await shop.user.paste(` ${code} `)
    await waitFor(() => expect(window.location.pathname).toBe('/change-password'))
  })

  test('clears the boxes and starts over when the code is wrong', async () => {
    const { emulator, code } = await sentCode()
    const shop = await renderShop({ path: '/verify', emulator })
    await shop.user.click(await box(1))
    await shop.user.paste(code === '1000' ? '1001' : '1000')
    expect(await inPage().findByText('OTP is not matched.')).toBeVisible()
    expect(await box(1)).toHaveFocus()
    expect(await box(4)).toHaveValue('')
  })

  test('walks back with Backspace and takes digits only', async () => {
    const shop = await renderShop({ path: '/verify' })
    await shop.user.click(await box(1))
    await shop.user.keyboard('1x2')
    expect(await box(2)).toHaveValue('2')
    await shop.user.keyboard('{Backspace}{Backspace}7')
    expect(await box(1)).toHaveValue('7')
    expect(await box(2)).toHaveValue('')
  })

  test('wants four digits', async () => {
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
  ] as const)('that meets %s says "%s"', async (answer, text) => {
    const shop = await renderShop({
      path: '/verify',
      refuse: (call) => (call === 'POST /auth/verify-token' ? answer : undefined),
    })
    await shop.user.click(await box(1))
    await shop.user.keyboard('1234')
    expect(await inPage().findByText(text)).toBeVisible()
  })
})

describe('setting the new password', () => {
  async function change({ user }: Shop, password: string, confirmation = password) {
    await user.type(await screen.findByLabelText('New Password'), password)
    await user.type(screen.getByLabelText('Confirm Password'), confirmation)
    await user.click(screen.getByRole('button', { name: 'Change Password' }))
  }

  test('clears what was stored and leads to the log-in, where it works', async () => {
    const { emulator, code } = await sentCode()
    localStorage.setItem('resetToken', code)
    const shop = await renderShop({ path: '/change-password', emulator })
    await change(shop, 'a better one')
    expect(await screen.findAllByText('Password changed successfully')).not.toHaveLength(0)
    expect(localStorage.getItem('resetEmail')).toBeNull()
    expect(localStorage.getItem('resetToken')).toBeNull()
    await waitFor(() => expect(window.location.pathname).toBe('/my-account'), SLOW)
    const body = { email_or_phone: EMAIL, password: 'a better one' }
    expect(await emulator.client()('POST /auth/login', { body })).toHaveProperty('token')
  })

  test('without a stored email says to start again, with the way', async () => {
    const shop = await renderShop({ path: '/change-password' })
    await change(shop, 'long enough')
    expect(
      await inPage().findByText('Invalid email address. Please start the reset process again.'),
    ).toBeVisible()
    expect(await screen.findByText('Invalid email address')).toBeVisible()
    expect(screen.getByRole('link', { name: 'Start again' })).toHaveAttribute('href', '/forgot-password')
  })

  test.each([
    ['long enough', 'long enoughh', 'Passwords do not match.', 'Passwords do not match'],
    ['short', 'short', 'Password must be at least 8 characters long.', 'Password too short'],
  ])('%s and %s: "%s"', async (password, confirmation, text, toast) => {
    localStorage.setItem('resetEmail', EMAIL)
    const shop = await renderShop({ path: '/change-password' })
    await change(shop, password, confirmation)
    expect(await inPage().findByText(text)).toBeVisible()
    expect(await screen.findByText(toast)).toBeVisible()
    expect(shop.calls).not.toContain('PUT /auth/reset-password')
  })

  test.each([
    [500, 'Failed to change password', 'Failed to change password'],
    ['down', 'An error occurred. Please try again later.', 'Something went wrong. Try again.'],
  ] as const)('that meets %s says "%s"', async (answer, text, toast) => {
    localStorage.setItem('resetEmail', EMAIL)
    const shop = await renderShop({
      path: '/change-password',
      refuse: (call) => (call === 'PUT /auth/reset-password' ? answer : undefined),
    })
    await change(shop, 'long enough')
    expect(await inPage().findByText(text)).toBeVisible()
    expect((await screen.findAllByText(toast)).length).toBeGreaterThan(0)
  })
})
