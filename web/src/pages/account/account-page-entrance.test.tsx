import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'

import { expectOnConsole } from '../../../test/console.ts'
import { enter, renderShop } from '../../../test/render.tsx'

const EMAIL = 'demo@kitabo.example'
const PASSWORD = 'kitabo-demo'

type Shop = Awaited<ReturnType<typeof renderShop>>

async function logIn({ user }: Shop, password = PASSWORD) {
  await enter(user, await screen.findByLabelText('Email or phone'), EMAIL)
  await enter(user, screen.getByLabelText('Password'), password)
  await user.click(screen.getByRole('button', { name: 'Login' }))
}

describe('logging in', () => {
  test('stores the token, shows a message and opens the account area', async () => {
    const shop = await renderShop({ path: '/my-account' })
    await logIn(shop)
    expect(await screen.findByRole('heading', { name: 'Your Details' })).toBeVisible()
    expect(await screen.findByText('Login successful')).toBeVisible()
    expect(localStorage.getItem('authToken')).not.toBeNull()
    expect(window.location.pathname).toBe('/my-account')
  })

  test('continues to the delivery step if the shopper came from the checkout', async () => {
    const shop = await renderShop({ path: '/myaccount', state: { fromCheckout: true } })
    await logIn(shop)
    expect(await screen.findByRole('heading', { level: 1, name: 'Delivery' })).toBeVisible()
    expect(window.location.pathname).toBe('/pre-check')
    // The token is passed in navigation state and removed from the history immediately.
    expect(window.history.state.usr).toEqual({})
    expect(localStorage.getItem('authToken')).not.toBeNull()
  })

  test('continues to the delivery step even after switching between the forms', async () => {
    const shop = await renderShop({ path: '/my-account', state: { fromCheckout: true } })
    await shop.user.click(await screen.findByRole('button', { name: 'Register' }))
    await shop.user.click(screen.getByRole('button', { name: 'Login' }))
    await logIn(shop)
    await waitFor(() => expect(window.location.pathname).toBe('/pre-check'))
  })

  test('shows "Login failed" and advice after a wrong password', async () => {
    const shop = await renderShop({ path: '/my-account' })
    await logIn(shop, 'something else')
    const error = await screen.findByRole('group', { name: 'Error' })
    expect(error).toHaveTextContent(/^Login failed/)
    // The toast announces the message, and the form its advice.
    expect(within(error).getByRole('alert')).not.toHaveTextContent('Login failed')
    expect(screen.getByText(/^That email and password don't match\./)).toBeVisible()
    expect(localStorage.getItem('authToken')).toBeNull()
  })

  test('suggests trying again in a minute after a server error', async () => {
    const shop = await renderShop({
      path: '/my-account',
      faults: [{ path: '/auth/login', effect: { status: 500 } }],
    })
    await logIn(shop)
    expect(await screen.findByText(/^We couldn't log you in just now\./)).toBeVisible()
  })

  test('shows how long to wait after too many attempts', async () => {
    const body = { errors: [{ code: 'login_block_time', message: 'Please try again after 9 minutes' }] }
    const shop = await renderShop({
      path: '/my-account',
      faults: [{ path: '/auth/login', effect: { status: 403, body } }],
    })
    await logIn(shop)
    expect(await screen.findByText('Please try again after 9 minutes')).toBeVisible()
  })

  test('shows "An error occurred. Please try again." after a network error', async () => {
    const shop = await renderShop({
      path: '/my-account',
      refuse: (call) => (call === 'POST /auth/login' ? 'down' : undefined),
    })
    await logIn(shop)
    expect(await screen.findAllByText('An error occurred. Please try again.')).not.toHaveLength(0)
  })

  test('shows "Login failed" if the response contains no token', async () => {
    expectOnConsole(/does not match its contract/)
    for (const body of [null, { temporary_token: 'x', status: false }]) {
      const shop = await renderShop({
        path: '/my-account',
        faults: [{ path: '/auth/login', effect: { status: 200, body } }],
      })
      await logIn(shop)
      expect(await screen.findAllByText('Login failed')).not.toHaveLength(0)
      expect(localStorage.getItem('authToken')).toBeNull()
      shop.unmount()
    }
  })

  test('requires both fields, with messages at the fields', async () => {
    const { user } = await renderShop({ path: '/my-account' })
    expect(await screen.findByLabelText('Email or phone')).toBeRequired()
    expect(screen.getByLabelText('Password')).toBeRequired()
    expect(screen.getByLabelText('Password').closest('form')).not.toHaveAttribute('novalidate')
    await user.click(screen.getByRole('button', { name: 'Login' }))
    expect(screen.getByText('Password is required')).toBeVisible()
    await waitFor(() => expect(screen.getByLabelText('Email or phone')).toHaveFocus())
    await user.keyboard('0700')
    expect(screen.queryByText('Email or phone is required')).toBeNull()
  })

  test('supports password managers', async () => {
    await renderShop({ path: '/my-account' })
    expect(await screen.findByLabelText('Email or phone')).toHaveAttribute('autocomplete', 'username')
    expect(screen.getByLabelText('Password')).toHaveAttribute('autocomplete', 'current-password')
    expect(screen.getByRole('link', { name: 'Forgot Password?' })).toHaveAttribute('href', '/forgot-password')
  })
})

describe('registering', () => {
  async function openForm(shop: Shop) {
    await shop.user.click(await screen.findByRole('button', { name: 'Register' }))
    expect(await screen.findByRole('heading', { name: 'Register' })).toHaveFocus()
  }
  async function fill({ user }: Shop, email: string) {
    await enter(user, screen.getByLabelText('First name'), 'Grace')
    await enter(user, screen.getByLabelText('Last name'), 'Achieng')
    await enter(user, screen.getByLabelText('Email'), email)
    await enter(user, screen.getByLabelText('Phone'), '0772999888')
    await enter(user, screen.getByLabelText('Password'), 'secret')
    await user.click(screen.getByRole('button', { name: 'Register' }))
  }

  test('shows every error and sends no request', async () => {
    const shop = await renderShop({ path: '/my-account' })
    await openForm(shop)
    await shop.user.click(screen.getByRole('button', { name: 'Register' }))
    for (const message of [
      'First name is required',
      'Last name is required',
      'Invalid email address',
      'Password is too weak',
    ]) {
      expect(screen.getByText(message)).toBeVisible()
    }
    expect(shop.calls).not.toContain('POST /auth/registration')
  })

  test('shows a message but does not log in or store a token', async () => {
    const shop = await renderShop({ path: '/my-account' })
    await openForm(shop)
    await fill(shop, 'grace@kitabo.example')
    expect(await screen.findByText('User Created Successfully')).toBeVisible()
    expect(screen.getByText('Your account is ready. Log in to continue.')).toBeVisible()
    expect(localStorage.getItem('authToken')).toBeNull()
    expect(screen.getByRole('heading', { name: 'Register' })).toBeVisible()
  })

  test("shows the host's error messages", async () => {
    const shop = await renderShop({ path: '/my-account' })
    await openForm(shop)
    await fill(shop, EMAIL)
    expect(
      await screen.findAllByText('Registration Failed: The email has already been taken.'),
    ).not.toHaveLength(0)
  })

  test.each([
    ['a list', 403, { errors: [{ message: 'First.' }, { message: 'Second.' }] }, 'First. Second.'],
    ['a map', 422, { message: 'Both.', errors: { email: ['First.'], phone: ['Second.'] } }, 'First. Second.'],
    ['a response with status 200', 200, { errors: [{ message: 'First.' }] }, 'First.'],
  ])('joins the error messages in %s with spaces', async (_, status, body, words) => {
    expectOnConsole(/does not match its contract/)
    const shop = await renderShop({
      path: '/my-account',
      faults: [{ path: '/auth/registration', effect: { status, body } }],
    })
    await openForm(shop)
    await fill(shop, 'grace@kitabo.example')
    expect(await screen.findAllByText(`Registration Failed: ${words}`)).not.toHaveLength(0)
    expect(screen.queryByText('User Created Successfully')).toBeNull()
  })

  test('shows "An error occurred during registration." after a network error', async () => {
    const shop = await renderShop({
      path: '/my-account',
      refuse: (call) => (call.startsWith('POST') ? 'down' : undefined),
    })
    await openForm(shop)
    await fill(shop, 'grace@kitabo.example')
    expect(await screen.findAllByText('An error occurred during registration.')).not.toHaveLength(0)
  })
})

describe('logging in while offline', () => {
  test('keeps the typed text and sends the request when the network returns', async () => {
    const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    const { user, calls } = await renderShop({ path: '/my-account' })
    await enter(user, await screen.findByLabelText('Email or phone'), 'demo@kitabo.example')
    await enter(user, screen.getByLabelText('Password'), 'kitabo-demo')
    await user.click(screen.getByRole('button', { name: 'Login' }))
    expect(await screen.findByRole('group', { name: 'Error' })).toHaveTextContent(
      "You're offline. We'll continue as soon as you're back online.",
    )
    expect(calls.filter((call) => call.includes('/auth/login'))).toEqual([])
    expect(screen.getByLabelText('Email or phone')).toHaveValue('demo@kitabo.example')
    online.mockReturnValue(true)
    await act(async () => void window.dispatchEvent(new Event('online')))
    expect(await screen.findByRole('tab', { name: 'Dashboard' })).toBeVisible()
    expect(calls.filter((call) => call.includes('/auth/login'))).toHaveLength(1)
  })
})
