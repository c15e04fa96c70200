import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { enter, lateResponse, leaveFor, renderShop } from '../../test/render.tsx'
import { EMAIL, sentCode } from '../../test/reset-code.ts'

type Shop = Awaited<ReturnType<typeof renderShop>>

const inPage = () => within(screen.getByRole('main'))

describe('setting the new password', () => {
  async function change({ user }: Shop, password: string, confirmation = password) {
    await enter(user, await screen.findByLabelText('New Password'), password)
    await enter(user, screen.getByLabelText('Confirm Password'), confirmation)
    await user.click(screen.getByRole('button', { name: 'Change Password' }))
  }

  test('clears the storage, opens the log-in form and changes the password once', async () => {
    const { emulator, code } = await sentCode()
    sessionStorage.setItem('resetToken', code)
    const faults = [{ path: '/auth/reset-password', effect: { latency: 300 } }]
    const shop = await renderShop({ path: '/change-password', emulator, faults })
    await change(shop, 'a better one')
    expect(screen.getByRole('button', { name: 'Changing...' })).toBeVisible()
    expect(await screen.findAllByText('Password changed successfully')).not.toHaveLength(0)
    expect(sessionStorage.getItem('resetEmail')).toBeNull()
    expect(sessionStorage.getItem('resetToken')).toBeNull()
    await change(shop, 'another one')
    expect(shop.requests.filter((request) => request === 'PUT /auth/reset-password')).toHaveLength(1)
    await waitFor(() => expect(window.location.pathname).toBe('/my-account'), { timeout: 3_000 })
    expect(await screen.findByText('Your password is changed. Log in with the new one.')).toBeVisible()
    expect(screen.getByLabelText('Email or phone')).toHaveValue(EMAIL)
    const body = { email_or_phone: EMAIL, password: 'a better one' }
    expect(await emulator.client()('POST /auth/login', { body })).toHaveProperty('token')
  })

  test('keeps the reset that was started while the password was sent', async () => {
    const late = lateResponse()
    sessionStorage.setItem('resetEmail', EMAIL)
    sessionStorage.setItem('resetToken', '1234')
    const shop = await renderShop({
      path: '/change-password',
      file: (request) => (request === 'PUT /auth/reset-password' ? late.response : undefined),
    })
    await change(shop, 'a better one')
    await waitFor(() => expect(shop.requests).toContain('PUT /auth/reset-password'))
    leaveFor('/forgot-password')
    await enter(shop.user, await screen.findByLabelText('Email'), EMAIL)
    await shop.user.click(screen.getByRole('button', { name: 'Send code' }))
    await waitFor(() => expect(sessionStorage.getItem('resetEmail')).toBe(EMAIL))
    await act(async () => late.send(Response.json({ message: 'Password changed successfully.' })))
    await waitFor(() => expect(screen.getByText('Password changed successfully')).toBeVisible())
    expect(sessionStorage.getItem('resetEmail')).toBe(EMAIL)
  })

  test('marks a password that is too short', async () => {
    sessionStorage.setItem('resetEmail', EMAIL)
    sessionStorage.setItem('resetToken', '1234')
    const shop = await renderShop({ path: '/change-password' })
    await change(shop, 'seven77')
    expect(screen.getByLabelText('New Password')).toBeInvalid()
    expect(screen.getByLabelText('New Password')).toHaveAccessibleDescription(
      /Password must be at least 8 characters long/,
    )
    expect(screen.getByLabelText('Confirm Password')).toBeValid()
    expect(shop.requests).not.toContain('PUT /auth/reset-password')
  })

  test('hides the email and the code, and supports password managers', async () => {
    sessionStorage.setItem('resetEmail', EMAIL)
    sessionStorage.setItem('resetToken', '1234')
    await renderShop({ path: '/change-password' })
    expect(await inPage().findByText('Enter your new password below.')).toBeVisible()
    expect(screen.getByRole('heading', { name: 'Change Password' })).toBeVisible()
    for (const label of ['New Password', 'Confirm Password']) {
      expect(screen.getByLabelText(label)).toHaveAttribute('autocomplete', 'new-password')
    }
    expect(inPage().queryByText(EMAIL)).toBeNull()
  })

  test('links to the first step if no e-mail address is stored', async () => {
    const shop = await renderShop({ path: '/change-password' })
    await change(shop, 'long enough')
    expect(
      await inPage().findByText('Invalid email address. Please start the reset process again.'),
    ).toBeVisible()
    expect(await screen.findByText('Invalid email address')).toBeVisible()
    expect(screen.getByRole('link', { name: 'Start again' })).toHaveAttribute('href', '/forgot-password')
  })

  test('rejects a password that is confirmed differently', async () => {
    sessionStorage.setItem('resetEmail', EMAIL)
    const shop = await renderShop({ path: '/change-password' })
    await change(shop, 'long enough', 'long enoughh')
    expect(await inPage().findByText('Passwords do not match.')).toBeVisible()
    expect(await screen.findByText('Passwords do not match')).toBeVisible()
    const confirmation = screen.getByLabelText('Confirm Password')
    expect(confirmation).toHaveAccessibleDescription('Passwords do not match.')
    await waitFor(() => expect(confirmation).toHaveFocus())
    expect(shop.requests).not.toContain('PUT /auth/reset-password')
  })

  test('links to the log-in after a lost response, also if the host then refuses the used code', async () => {
    const { emulator, code } = await sentCode()
    sessionStorage.setItem('resetToken', code)
    const faults = [{ path: '/auth/reset-password', times: 1, effect: { truncate: true as const } }]
    const shop = await renderShop({ path: '/change-password', emulator, faults })
    await change(shop, 'a better one')
    expect(await inPage().findByText('An error occurred. Please try again later.')).toBeVisible()
    const expectLogInLink = () =>
      expect(
        within(inPage().getByText(/^Your password may have changed\./)).getByRole('link', { name: 'Log in' }),
      ).toHaveAttribute('href', '/my-account')
    expectLogInLink()
    await shop.user.click(screen.getByRole('button', { name: 'Change Password' }))
    expect(await inPage().findByText('Your code is no longer valid.')).toBeVisible()
    expect(screen.queryByText('Invalid token.')).toBeNull()
    expectLogInLink()
  })

  test('shows the refusal of a code if no response was lost', async () => {
    const { emulator } = await sentCode()
    sessionStorage.setItem('resetToken', 'none')
    const shop = await renderShop({ path: '/change-password', emulator })
    await change(shop, 'a better one')
    expect(await inPage().findByText('Invalid token.')).toBeVisible()
    expect(inPage().queryByText(/^Your password may have changed/)).toBeNull()
  })

  test.each([
    ['a refusal', { status: 422, body: { errors: { email: ['Not this.'] } } }, 'Not this.', 'Not this.'],
    ['a failure', { status: 500, body: {} }, 'Failed to change password', 'Failed to change password'],
    [
      'a lost connection',
      { reset: true },
      'An error occurred. Please try again later.',
      'Something went wrong. Try again.',
    ],
  ] as const)('shows %s on the page and in a toast', async (_, effect, text, toast) => {
    sessionStorage.setItem('resetEmail', EMAIL)
    const faults = [{ path: '/auth/reset-password', effect }]
    const shop = await renderShop({ path: '/change-password', faults })
    await change(shop, 'long enough')
    expect(await inPage().findByText(text)).toBeVisible()
    await waitFor(() => expect(screen.getAllByText(toast)).toHaveLength(text === toast ? 2 : 1))
  })
})
