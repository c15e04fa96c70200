import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'

import { registerOtherCustomer } from '../../../test/checkout.tsx'
import { expectOnConsole } from '../../../test/console.ts'
import { paidPens } from '../../../test/payment.ts'
import { enter, handleResponses, lateResponse, leaveFor, renderShop } from '../../../test/render.tsx'
import { setToken } from '../../api/session.ts'

const EMAIL = 'demo@kitabo.example'
const PASSWORD = 'kitabo-demo'

type Shop = Awaited<ReturnType<typeof renderShop>>

async function logIn({ user }: Shop, password = PASSWORD, email = EMAIL) {
  await enter(user, await screen.findByLabelText('Email or phone'), email)
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

  test('continues to the delivery step if the shopper came from the checkout, even after switching forms', async () => {
    const shop = await renderShop({ path: '/my-account', state: { fromCheckout: true } })
    await shop.user.click(await screen.findByRole('button', { name: 'Register' }))
    await shop.user.click(screen.getByRole('button', { name: 'Login' }))
    await logIn(shop)
    expect(await screen.findByRole('heading', { level: 1, name: 'Delivery' })).toBeVisible()
    expect(window.location.pathname).toBe('/pre-check')
    // The token is passed in navigation state and removed from the history immediately.
    expect(window.history.state.usr).toEqual({})
    // The account page is not shown before the delivery step.
    expect(shop.requests).not.toContain('GET /customer/order/list')
  })

  test('opens no other page if the shopper has left the page meanwhile', async () => {
    const late = lateResponse()
    const shop = await renderShop({
      path: '/my-account',
      state: { fromCheckout: true },
      file: (request) => (request === 'POST /auth/login' ? late.response : undefined),
    })
    await logIn(shop)
    expect(screen.getByRole('button', { name: 'Logging in...' })).toHaveAttribute('aria-disabled', 'true')
    leaveFor('/about-us')
    await waitFor(() => expect(screen.queryByLabelText('Password')).toBeNull())
    await act(async () => late.send(Response.json({ token: shop.emulator.tokenOf(), status: true })))
    expect(await screen.findByText('Login successful')).toBeVisible()
    expect(localStorage.getItem('authToken')).not.toBeNull()
    expect(window.location.pathname).toBe('/about-us')
  })

  test('keeps the customer of the later log-in if the response to an earlier one arrives after it', async () => {
    const late = lateResponse()
    let sent = 0
    const shop = await renderShop({
      path: '/my-account',
      file: (request) => (request === 'POST /auth/login' && ++sent === 1 ? late.response : undefined),
    })
    await registerOtherCustomer(shop)
    await logIn(shop)
    leaveFor('/about-us')
    await waitFor(() => expect(screen.queryByLabelText('Password')).toBeNull())
    leaveFor('/my-account')
    await logIn(shop, 'secret-1', 'moses@kitabo.example')
    await screen.findByRole('heading', { name: 'Your Details' })
    const token = localStorage.getItem('authToken')
    await act(async () => late.send(Response.json({ token: shop.emulator.tokenOf(), status: true })))
    await handleResponses(shop)
    expect(sent).toBe(2)
    expect(localStorage.getItem('authToken')).toBe(token)
  })

  test('keeps a customer who logged in in another tab meanwhile', async () => {
    const late = lateResponse()
    const shop = await renderShop({
      path: '/my-account',
      file: (request) => (request === 'POST /auth/login' ? late.response : undefined),
    })
    const other = await registerOtherCustomer(shop)
    await logIn(shop)
    act(() => setToken(other))
    await act(async () => late.send(Response.json({ token: shop.emulator.tokenOf(), status: true })))
    await handleResponses(shop)
    expect(localStorage.getItem('authToken')).toBe(other)
  })

  test.each([
    ['a server error', { status: 500 }, /^We couldn't log you in just now\./],
    [
      'too many attempts',
      { status: 403, body: { errors: [{ code: 'login_block_time', message: 'Try after 9 minutes' }] } },
      'Try after 9 minutes',
    ],
    ['a lost connection', { reset: true }, 'An error occurred. Please try again.'],
    ['what to do about it', { reset: true }, 'Check your internet connection.'],
  ] as const)('explains %s', async (_, effect, text) => {
    const shop = await renderShop({ path: '/my-account', faults: [{ path: '/auth/login', effect }] })
    await logIn(shop)
    expect((await screen.findAllByText(text))[0]).toBeVisible()
  })

  test('says how long to wait after too many attempts', async () => {
    const refusal = Response.json(
      { message: 'Too Many Attempts.' },
      { status: 429, headers: { 'Retry-After': '60' } },
    )
    const shop = await renderShop({
      path: '/my-account',
      file: (request) => (request === 'POST /auth/login' ? refusal : undefined),
    })
    await logIn(shop)
    expect(await screen.findByText('Too Many Attempts. Try again in 1 minute.')).toBeVisible()
  })

  test('shows "Login failed" and advice after a wrong password', async () => {
    const shop = await renderShop({ path: '/my-account' })
    await logIn(shop, 'something else')
    const error = await screen.findByRole('group', { name: 'Error' })
    expect(error).toHaveTextContent(/^Login failed/)
    // The toast announces the message, and the form its advice.
    expect(error.querySelector('[aria-live]')).not.toHaveTextContent('Login failed')
    expect(screen.getByText(/^That email and password don't match\./)).toBeVisible()
    expect(localStorage.getItem('authToken')).toBeNull()
  })

  test('closes the message with the form or page that raised it', async () => {
    for (const [role, name] of [
      ['button', 'Register'],
      ['link', 'Forgot Password?'],
    ] as const) {
      const shop = await renderShop({ path: '/my-account' })
      await logIn(shop, 'something else')
      const toasts = within(await screen.findByRole('region', { name: /Messages/ }))
      expect(await toasts.findByText('Login failed')).toBeVisible()
      await shop.user.click(screen.getByRole(role, { name }))
      await waitFor(() => expect(screen.queryByText('Login failed')).toBeNull())
      shop.unmount()
    }
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

  test('requires both fields, with messages at the fields, and supports password managers', async () => {
    const { user } = await renderShop({ path: '/my-account' })
    expect(await screen.findByLabelText('Email or phone')).toBeRequired()
    expect(screen.getByLabelText('Password')).toBeRequired()
    expect(screen.getByLabelText('Email or phone')).toHaveAttribute('autocomplete', 'username')
    expect(screen.getByLabelText('Password')).toHaveAttribute('autocomplete', 'current-password')
    expect(screen.getByRole('link', { name: 'Forgot Password?' })).toHaveAttribute('href', '/forgot-password')
    expect(screen.getByLabelText('Password').closest('form')).not.toHaveAttribute('novalidate')
    await user.click(screen.getByRole('button', { name: 'Login' }))
    expect(screen.getByText('Password is required')).toBeVisible()
    await waitFor(() => expect(screen.getByLabelText('Email or phone')).toHaveFocus())
    await user.keyboard('0700')
    expect(screen.queryByText('Email or phone is required')).toBeNull()
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
    expect(screen.getByLabelText('Email')).toHaveAccessibleDescription(
      'Invalid email address Enter one such as name@example.com.',
    )
    for (const [label, text] of [
      ['First name', 'Ruth'],
      ['Last name', 'Akello'],
      ['Email', 'ruth@kitabo.example'],
    ] as const)
      await enter(shop.user, screen.getByLabelText(label), text)
    await shop.user.click(screen.getByRole('button', { name: 'Register' }))
    expect(screen.getByText('Password is too weak')).toBeVisible()
    expect(shop.requests).not.toContain('POST /auth/registration')
  })

  test('shows a message but does not log in or store a token', async () => {
    const shop = await renderShop({ path: '/my-account' })
    await openForm(shop)
    await fill(shop, 'grace@kitabo.example')
    expect(await screen.findByText('User Created Successfully')).toBeVisible()
    expect(screen.getByText('Your account is ready. Log in to continue.')).toBeVisible()
    expect(localStorage.getItem('authToken')).toBeNull()
    expect(screen.getByRole('heading', { name: 'Register' })).toBeVisible()
    // "Log in" is the main action now.
    expect(screen.getByRole('button', { name: 'Register' })).not.toHaveClass('btn-primary')
    await shop.user.clear(screen.getByLabelText('First name'))
    expect(screen.queryByText('First name is required')).toBeNull()
  })

  test('leaves nothing to type for the first log-in', async () => {
    const shop = await renderShop({ path: '/my-account' })
    await openForm(shop)
    await fill(shop, 'grace@kitabo.example')
    vi.mocked(window.scrollTo).mockClear()
    await shop.user.click(await screen.findByRole('button', { name: 'Log in' }))
    expect(window.scrollTo).toHaveBeenCalledWith(0, 0)
    expect(screen.getByLabelText('Email or phone')).toHaveValue('grace@kitabo.example')
    expect(screen.getByLabelText('Password')).toHaveValue('secret')
    expect(screen.getByLabelText('Password')).toHaveFocus()
    await shop.user.click(screen.getByRole('button', { name: 'Login' }))
    await waitFor(() => expect(localStorage.getItem('authToken')).not.toBeNull())
  })

  test('sends one request if the form is submitted again after switching forms', async () => {
    const late = lateResponse()
    const shop = await renderShop({
      path: '/my-account',
      file: (request) => (request === 'POST /auth/registration' ? late.response : undefined),
    })
    await openForm(shop)
    await fill(shop, 'ruth@kitabo.example')
    await shop.user.click(screen.getByRole('button', { name: 'Login' }))
    await openForm(shop)
    await shop.user.clear(screen.getByLabelText('Email'))
    await shop.user.clear(screen.getByLabelText('Password'))
    await fill(shop, 'ruth@kitabo.example')
    expect(screen.getByRole('button', { name: 'Registering...' })).toHaveAttribute('aria-disabled', 'true')
    await act(async () => late.send(Response.json({ token: 'a', is_phone_verified: 0 })))
    expect(await screen.findByText('Your account is ready. Log in to continue.')).toBeVisible()
    expect(shop.requests.filter((request) => request === 'POST /auth/registration')).toHaveLength(1)
  })

  test('shows no earlier success above a later failure', async () => {
    const shop = await renderShop({ path: '/my-account' })
    await openForm(shop)
    await fill(shop, 'grace@kitabo.example')
    const ready = await screen.findByText('Your account is ready. Log in to continue.')
    await shop.user.click(screen.getByRole('button', { name: 'Register' }))
    expect(await screen.findByRole('group', { name: 'Error' })).toHaveTextContent(/^Registration Failed/)
    expect(ready).not.toBeInTheDocument()
  })

  test("shows the host's error messages", async () => {
    const shop = await renderShop({ path: '/my-account' })
    await openForm(shop)
    await fill(shop, EMAIL)
    expect(
      await screen.findAllByText('Registration Failed: The email has already been taken.'),
    ).not.toHaveLength(0)
  })

  test('marks a field that the host refuses and moves the focus to it, until it changes', async () => {
    const shop = await renderShop({ path: '/my-account' })
    await openForm(shop)
    await fill(shop, EMAIL)
    const field = screen.getByLabelText('Email')
    await waitFor(() => expect(field).toHaveFocus())
    expect(field).toHaveAccessibleDescription('The email has already been taken.')
    await shop.user.type(field, 'x')
    expect(field).toBeValid()
  })

  test('leads to the log-in if the customer has an account, but not after a later failure', async () => {
    let isDown = false
    const shop = await renderShop({
      path: '/my-account',
      refuse: (request) => (isDown && request === 'POST /auth/registration' ? 'down' : undefined),
    })
    const register = () => shop.user.click(screen.getByRole('button', { name: 'Register' }))
    await openForm(shop)
    await fill(shop, EMAIL)
    await screen.findByRole('button', { name: 'Log in instead' })
    isDown = true
    await register()
    const text = /An error occurred during registration\./
    await waitFor(() => expect(screen.getByRole('group', { name: 'Error' })).toHaveTextContent(text))
    expect(screen.queryByRole('button', { name: 'Log in instead' })).toBeNull()
    expect(shop.requests).not.toContain('POST /auth/login')
    isDown = false
    await register()
    await shop.user.click(await screen.findByRole('button', { name: 'Log in instead' }))
    expect(await screen.findByRole('heading', { name: 'Login' })).toBeVisible()
  })

  test('is sent again if it was lost and the host does not have the customer', async () => {
    let isDown = true
    const shop = await renderShop({
      path: '/my-account',
      refuse: (request) => (isDown && request.startsWith('POST /auth/') ? 'down' : undefined),
    })
    const count = (request: string) => shop.requests.filter((each) => each === request).length
    await openForm(shop)
    await fill(shop, 'grace@kitabo.example')
    expect(await screen.findByRole('group', { name: 'Error' })).toBeVisible()
    // The first registration may have succeeded, so a log-in is tried before another registration.
    await shop.user.click(screen.getByRole('button', { name: 'Register' }))
    await waitFor(() => expect(count('POST /auth/login')).toBe(1))
    await screen.findByRole('group', { name: 'Error' })
    expect(count('POST /auth/registration')).toBe(1)
    isDown = false
    await shop.user.click(screen.getByRole('button', { name: 'Register' }))
    expect(await screen.findByText('Your account is ready. Log in to continue.')).toBeVisible()
    expect([count('POST /auth/login'), count('POST /auth/registration')]).toEqual([2, 2])
  })

  test.each([
    ['a list', 403, { errors: [{ message: 'First.' }, { message: 'Second.' }] }, 'First. Second.'],
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

  test.each([
    ['an HTML page', '<html>', 'Registration Failed'],
    ['a text of the database', { message: 'SQLSTATE[22001]: Data too long' }, 'Registration Failed'],
    ['an error without a message', { errors: [{ code: 'email' }] }, 'Registration Failed: email'],
  ])('says only what a shopper understands if the host responds with %s', async (_, body, text) => {
    expectOnConsole(/does not match its contract/)
    const shop = await renderShop({
      path: '/my-account',
      faults: [{ path: '/auth/registration', effect: { status: 500, body } }],
    })
    await openForm(shop)
    await fill(shop, 'grace@kitabo.example')
    expect(await screen.findAllByText(text)).not.toHaveLength(0)
    expect(screen.getByLabelText('Email')).toBeValid()
  })
})

test('names the payment that a customer whose log-in has expired has not finished', async () => {
  const { transaction_id: _, ...attempt } = paidPens
  localStorage.setItem('customer', JSON.stringify(attempt.owner))
  localStorage.setItem('paymentAttempts', JSON.stringify([attempt]))
  await renderShop({ path: '/myaccount', state: { fromCheckout: true } })
  expect(await screen.findByText("Your payment of UGX 3,800 isn't finished.")).toBeVisible()
  expect(screen.queryByRole('link', { name: 'Continue this payment' })).toBeNull()
})
