import { act, screen, waitFor, within } from '@testing-library/react'
import { selectOne } from 'mock-server/world/queries'
import { expect, test, vi } from 'vitest'
import { registerOtherCustomer } from '../../test/checkout.tsx'
import { goOffline } from '../../test/go-offline.ts'
import { addressCards, openPreCheck } from '../../test/pre-check.tsx'
import { enter, renderShop } from '../../test/render.tsx'
import { EMAIL, sentCode } from '../../test/reset-code.ts'
import { setToken } from '../api/session.ts'

/** Forms submitted offline keep their input, show one message, and are sent when the network returns. */
const SENTENCE = "You're offline. We'll continue as soon as you're back online."

type Shop = Awaited<ReturnType<typeof renderShop>>

async function fill(shop: Shop, values: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, value] of Object.entries(values)) {
    const field = await screen.findByLabelText(name)
    await shop.user.clear(field)
    await enter(shop.user, field, value)
  }
}

test.each([
  [
    'a special order',
    {
      path: '/special-order',
      token: true,
      values: {
        'Full name': 'Amina Nakato',
        Phone: '0772123456',
        'Contact info': 'amina@kitabo.example',
        'Item name': 'Atlas of 1962',
        Details: 'With the map of Buganda',
      },
      button: 'Submit request',
      sent: 'POST /special-order/store',
      done: 'Your special order request has been submitted successfully!',
    },
  ],
  [
    'a registration',
    {
      path: '/my-account',
      open: 'Register',
      values: {
        'First name': 'Ruth',
        'Last name': 'Namara',
        Email: 'ruth@kitabo.example',
        Phone: '0772999111',
        Password: 'kitabo-ruth',
      },
      button: 'Register',
      sent: 'POST /auth/registration',
      done: 'User Created Successfully',
    },
  ],
  [
    'a log-in',
    {
      path: '/my-account',
      values: { 'Email or phone': 'demo@kitabo.example', Password: 'not the password' },
      button: 'Login',
      sent: 'POST /auth/login',
      done: 'Login failed',
    },
  ],
  [
    'a request for a code',
    {
      path: '/forgot-password',
      values: { Email: EMAIL },
      button: 'Send code',
      sent: 'POST /auth/forgot-password',
      done: 'Password reset link sent to your email',
    },
  ],
  [
    'a new password',
    {
      path: '/change-password',
      values: { 'New Password': 'a better one', 'Confirm Password': 'a better one' },
      button: 'Change Password',
      sent: 'PUT /auth/reset-password',
      done: 'Password changed successfully',
    },
  ],
])('%s is queued offline with its input, and is sent once', async (_, form) => {
  const { emulator, code } = await sentCode()
  await emulator.control('POST /clock', { body: { advance: '5m' } })
  sessionStorage.setItem('resetToken', code)
  const shop = await renderShop({ path: form.path, emulator, token: 'token' in form || undefined })
  if ('open' in form) await shop.user.click(await screen.findByRole('button', { name: form.open }))
  await fill(shop, form.values)
  const goOnline = goOffline()
  await shop.user.click(screen.getAllByRole('button', { name: form.button }).at(-1) as HTMLElement)
  expect(await screen.findAllByText(SENTENCE)).not.toHaveLength(0)
  for (const [name, value] of Object.entries(form.values))
    expect(screen.getByLabelText(name)).toHaveValue(value)
  expect(shop.requests).not.toContain(form.sent)
  await goOnline()
  expect(await screen.findAllByText(form.done, { selector: 'p' })).not.toHaveLength(0)
  expect(shop.requests.filter((request) => request === form.sent)).toHaveLength(1)
})

test('a form that is queued offline is sent as it was submitted, not as it was changed since', async () => {
  const shop = await renderShop({ path: '/my-account' })
  await shop.user.click(await screen.findByRole('button', { name: 'Register' }))
  const typed = {
    'First name': 'Ruth',
    'Last name': 'Namara',
    Email: 'ruth@kitabo.example',
    Phone: '0772999111',
    Password: 'kitabo-ruth',
  }
  await fill(shop, typed)
  const goOnline = goOffline()
  await shop.user.click(screen.getAllByRole('button', { name: 'Register' }).at(-1) as HTMLElement)
  await screen.findAllByText(SENTENCE)
  await fill(shop, { 'Last name': 'Nam' })
  await goOnline()
  expect(await screen.findAllByText('User Created Successfully', { selector: 'p' })).not.toHaveLength(0)
  const sql = 'SELECT l_name FROM customers WHERE email = ?'
  expect(selectOne(shop.emulator.world, sql, typed.Email)).toEqual({ l_name: 'Namara' })
})

test('a special order that is queued offline is not sent for another customer who has logged in since', async () => {
  const shop = await renderShop({ path: '/special-order', token: true })
  await waitFor(() => expect(screen.getByLabelText('Full name')).toHaveValue('Amina Nakato'))
  await fill(shop, { 'Item name': 'Atlas of 1962', Details: 'With the map of Buganda' })
  const goOnline = goOffline()
  await shop.user.click(screen.getByRole('button', { name: 'Submit request' }))
  const other = await registerOtherCustomer(shop)
  act(() => setToken(other))
  await goOnline()
  const refusal = 'Your log-in has changed. Please send it again.'
  expect(await within(screen.getByRole('main')).findByText(refusal)).toBeVisible()
  expect(shop.requests).not.toContain('POST /special-order/store')
})

test('a message to the shop is acknowledged even offline, because it is not sent anywhere', async () => {
  const shop = await renderShop({ path: '/contact-us' })
  await screen.findByLabelText('Message')
  const main = within(screen.getByRole('main'))
  goOffline()
  await fill(shop, { Name: 'Ruth', Phone: '0772999111', Message: 'Atlases?' })
  await enter(shop.user, main.getByLabelText('Email'), 'ruth@kitabo.example')
  const before = shop.requests.length
  await shop.user.click(main.getByRole('button', { name: 'Send message' }))
  const thanks = 'Thank you for your message! We will get back to you soon.'
  expect(await main.findByText(thanks)).toBeVisible()
  expect(shop.requests).toHaveLength(before)
})

test('a new code requested offline is requested when the network returns', async () => {
  const { emulator } = await sentCode()
  const shop = await renderShop({ path: '/verify', emulator })
  await emulator.control('POST /clock', { body: { advance: '5m' } })
  const again = await screen.findByRole('button', { name: 'Send it again' })
  const goOnline = goOffline()
  await shop.user.click(again)
  expect(await screen.findByText(SENTENCE)).toBeVisible()
  await goOnline()
  expect(await screen.findByText("We've sent a new code.")).toBeVisible()
})

test('an address deleted offline is deleted after the return, even if the first attempt fails', async () => {
  let deletions = 0
  const shop = await openPreCheck({
    refuse: (request) =>
      request.startsWith('DELETE /customer/address') && ++deletions === 1 ? 'down' : undefined,
  })
  const count = (await addressCards()).length
  vi.useFakeTimers({ shouldAdvanceTime: true, advanceTimeDelta: 100 })
  const goOnline = goOffline()
  screen.getAllByRole('button', { name: /^Delete / })[0]?.click()
  expect(await screen.findByText(`${SENTENCE} Keep this page open.`)).toBeVisible()
  await act(() => vi.advanceTimersByTimeAsync(7000))
  // The toast has disappeared.
  expect(screen.getByText('Still deleting…')).toBeVisible()
  expect(deletions).toBe(0)
  await goOnline()
  await act(() => vi.advanceTimersByTimeAsync(2000))
  expect(deletions).toBe(1)
  expect(screen.getByText(/eleting…$/)).toBeVisible()
  await act(() => vi.advanceTimersByTimeAsync(4000))
  expect(await screen.findByText('Address deleted successfully!')).toBeVisible()
  expect(deletions).toBe(2)
  await waitFor(async () => expect(await addressCards()).toHaveLength(count - 1))
  expect(shop.requests.filter((request) => request.startsWith('DELETE /customer/address'))).toHaveLength(2)
})

test('all addresses deleted offline are deleted after the return', async () => {
  const shop = await openPreCheck()
  const names = (await addressCards()).map((card) => card.getAttribute('aria-label')?.replace(/^\w+: /, ''))
  vi.useFakeTimers({ shouldAdvanceTime: true, advanceTimeDelta: 100 })
  const goOnline = goOffline()
  for (const name of names) act(() => screen.getByRole('button', { name: `Delete ${name}` }).click())
  expect(await screen.findAllByText(/eleting…$/)).toHaveLength(names.length)
  await goOnline()
  await act(() => vi.advanceTimersByTimeAsync(2000))
  await waitFor(() => expect(screen.queryByRole('button', { name: /^Delete / })).toBeNull())
  expect(shop.requests.filter((request) => request.startsWith('DELETE'))).toHaveLength(names.length)
  vi.useRealTimers()
})

test('a deletion is not tried again once its page was left', async () => {
  const shop = await openPreCheck({
    refuse: (request) => (request.startsWith('DELETE') ? 'down' : undefined),
  })
  await addressCards()
  vi.useFakeTimers({ shouldAdvanceTime: true, advanceTimeDelta: 100 })
  const goOnline = goOffline()
  screen.getAllByRole('button', { name: /^Delete / })[0]?.click()
  await goOnline()
  await act(() => vi.advanceTimersByTimeAsync(2000))
  const deletions = () => shop.requests.filter((request) => request.startsWith('DELETE'))
  expect(deletions()).toHaveLength(1)
  // The first attempt has failed, and the second one is due.
  screen.getAllByRole('button', { name: /^Delete / })[0]?.click()
  shop.unmount()
  await act(() => vi.advanceTimersByTimeAsync(6000))
  expect(deletions()).toHaveLength(1)
  vi.useRealTimers()
})
