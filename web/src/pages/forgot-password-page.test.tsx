import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { enter, handleResponses, lateResponse, leaveFor, renderShop } from '../../test/render.tsx'
import { EMAIL } from '../../test/reset-code.ts'

type Shop = Awaited<ReturnType<typeof renderShop>>

const inPage = () => within(screen.getByRole('main'))

test('clears an earlier reset when the page opens', async () => {
  sessionStorage.setItem('resetEmail', EMAIL)
  sessionStorage.setItem('resetToken', '1234')
  await renderShop({ path: '/forgot-password' })
  await waitFor(() => expect(sessionStorage.getItem('resetEmail')).toBeNull())
  expect(sessionStorage.getItem('resetToken')).toBeNull()
})

test.each([
  [` ${EMAIL}`, EMAIL],
  ['0772123456', ''],
])('is filled in from the log-in form: %s gives "%s"', async (typed, filledIn) => {
  const { user } = await renderShop({ path: '/my-account' })
  await enter(user, await inPage().findByLabelText('Email or phone'), typed)
  await user.click(screen.getByRole('link', { name: 'Forgot Password?' }))
  expect(await inPage().findByLabelText('Email')).toHaveValue(filledIn)
})

describe('requesting a code', () => {
  async function request({ user }: Shop, email: string) {
    await enter(user, await inPage().findByLabelText('Email'), email)
    await user.click(screen.getByRole('button', { name: 'Send code' }))
  }

  test('stores the e-mail address, shows a message and opens the next page after a second', async () => {
    const faults = [{ path: '/auth/forgot-password', effect: { latency: 300 } }]
    const shop = await renderShop({ path: '/forgot-password', faults })
    await request(shop, EMAIL)
    expect(screen.getByRole('button', { name: 'Sending...' })).toBeVisible()
    expect(await screen.findAllByText('Password reset link sent to your email')).not.toHaveLength(0)
    expect(sessionStorage.getItem('resetEmail')).toBe(EMAIL)
    expect(window.location.pathname).toBe('/forgot-password')
    await waitFor(() => expect(window.location.pathname).toBe('/verify'), { timeout: 3_000 })
  })

  test('does not open the next page once the shopper has chosen another, even while its code is loading', async () => {
    const shop = await renderShop({ path: '/forgot-password' })
    await inPage().findByLabelText('Email')
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
    onTestFinished(() => void vi.useRealTimers())
    await request(shop, EMAIL)
    await screen.findAllByText('Password reset link sent to your email')
    leaveFor('/refund-policy')
    act(() => vi.advanceTimersByTime(1_000))
    expect(window.location.pathname).toBe('/refund-policy')
    expect(await screen.findByRole('heading', { level: 1, name: /Refund/ })).toBeVisible()
  })

  test('ignores the late response to an earlier request, whose page was left', async () => {
    const { response, send } = lateResponse()
    let requests = 0
    const shop = await renderShop({
      path: '/forgot-password',
      file: (request) =>
        request === 'POST /auth/forgot-password' && requests++ === 0 ? response : undefined,
    })
    await request(shop, 'wrong@kitabo.example')
    leaveFor('/my-account')
    await screen.findByRole('heading', { name: 'Login' })
    leaveFor('/forgot-password')
    await request(shop, EMAIL)
    await waitFor(() => expect(sessionStorage.getItem('resetEmail')).toBe(EMAIL))
    send(Response.json({ message: 'Sent' }))
    await handleResponses(shop)
    expect(sessionStorage.getItem('resetEmail')).toBe(EMAIL)
  })

  test('requires an email address', async () => {
    const shop = await renderShop({ path: '/forgot-password' })
    await request(shop, 'amina@')
    expect(await inPage().findByText('Please enter a valid email address.')).toBeVisible()
    expect(await screen.findByText('Please enter a valid email')).toBeVisible()
    await waitFor(() => expect(inPage().getByLabelText('Email')).toHaveFocus())
    expect(shop.requests).not.toContain('POST /auth/forgot-password')
  })

  test("shows the host's error message", async () => {
    const shop = await renderShop({ path: '/forgot-password' })
    await request(shop, 'nobody@kitabo.example')
    const error = await inPage().findByRole('group', { name: 'Error' })
    expect(error).toHaveTextContent('Customer not found!')
    expect(within(error).getByRole('link', { name: 'Log in or register' })).toBeVisible()
    // The response may have another cause, such as a rate limit.
    expect(inPage().getByLabelText('Email')).toBeValid()
  })

  test.each([
    [500, 'Failed to send reset link', 'Failed to send reset link'],
    ['down', 'An error occurred. Please try again later.', 'Something went wrong. Try again.'],
  ] as const)('shows an error message for %s: "%s"', async (response, text, toast) => {
    const shop = await renderShop({
      path: '/forgot-password',
      refuse: (request) => (request === 'POST /auth/forgot-password' ? response : undefined),
    })
    await request(shop, EMAIL)
    expect(await inPage().findByText(text)).toBeVisible()
    expect((await screen.findAllByText(toast)).length).toBeGreaterThan(0)
  })
})
