import { act, screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { expectBrandLinks } from '../../../test/brand-links.ts'
import { expectOnConsole } from '../../../test/console.ts'
import { goOffline } from '../../../test/go-offline.ts'
import { enter, renderShop } from '../../../test/render.tsx'
import { paths } from '../../config/paths.ts'
import { store } from '../../config/store.ts'

const footer = () => within(screen.getByRole('contentinfo'))
const field = () => footer().getByRole('textbox', { name: 'Your email' })
const button = () => footer().getByRole('button', { name: /newsletter|Subscribing/ })

test('sends an invalid address as typed, and shows a default message if the host sends none', async () => {
  expectOnConsole(/POST \/newsletter\/subscribe does not match its contract/)
  const { user, requests } = await renderShop({
    path: '/about-us',
    faults: [{ path: '/newsletter/subscribe', effect: { status: 200, body: {} } }],
  })
  await enter(user, field(), 'a@')
  await user.click(button())
  expect(await screen.findByText('Subscribed successfully!')).toBeInTheDocument()
  expect(field()).toHaveValue('')
  expect(requests).toContain('POST /newsletter/subscribe')
})

test('shows Subscribing... during the request, sends it once, shows the message of the host and clears the field', async () => {
  const { user, requests } = await renderShop({
    path: '/about-us',
    faults: [{ path: '/newsletter/subscribe', effect: { latency: 300 } }],
  })
  await enter(user, field(), 'reader@kitabo.example')
  await user.click(button())
  expect(button()).toHaveTextContent('Subscribing...')
  await user.click(button())
  await vi.waitFor(() => expect(button()).toHaveTextContent('Get our daily newsletter'))
  expect(await screen.findByText(/subscri/i, { selector: 'p' })).toBeInTheDocument()
  expect(field()).toHaveValue('')
  expect(requests.filter((request) => request === 'POST /newsletter/subscribe')).toHaveLength(1)
})

test('keeps what is typed during the request', async () => {
  const { user } = await renderShop({
    path: '/about-us',
    faults: [{ path: '/newsletter/subscribe', effect: { latency: 300 } }],
  })
  await enter(user, field(), 'reader@kitabo.example')
  await user.click(button())
  await user.clear(field())
  await enter(user, field(), 'friend@kitabo.example')
  await vi.waitFor(() => expect(button()).toHaveTextContent('Get our daily newsletter'))
  expect(await screen.findByText(/subscri/i, { selector: 'p' })).toBeInTheDocument()
  expect(field()).toHaveValue('friend@kitabo.example')
})

test('shows the reason of a refusal', async () => {
  const { user } = await renderShop({
    path: '/about-us',
    faults: [
      { path: '/newsletter/subscribe', effect: { status: 400, body: { message: 'Email Already exists' } } },
    ],
  })
  await enter(user, field(), 'reader@kitabo.example')
  await user.click(button())
  expect(await screen.findByText('Email Already exists')).toBeInTheDocument()
})

test('requires an address, without a request', async () => {
  const { user, requests } = await renderShop({ path: '/about-us' })
  await enter(user, field(), '   ')
  await user.click(button())
  expect(await footer().findByText('Please enter a valid email address')).toBeVisible()
  expect(requests).not.toContain('POST /newsletter/subscribe')
})

test('shows a default message if the host fails, and keeps the typed text', async () => {
  const { user } = await renderShop({
    path: '/about-us',
    refuse: (request) => (request.startsWith('POST /newsletter') ? 500 : undefined),
  })
  await enter(user, field(), 'a@')
  await user.click(button())
  expect(await screen.findByText('Failed to subscribe. Please try again.')).toBeInTheDocument()
  expect(field()).toHaveValue('a@')
  expect(footer().getByText('Address not added.')).toBeInTheDocument()
})

test('does not claim after a lost response that the address was not added', async () => {
  const { user } = await renderShop({
    path: '/about-us',
    faults: [{ path: '/newsletter/subscribe', times: 1, effect: { truncate: true } }],
  })
  await enter(user, field(), 'reader@kitabo.example')
  await user.click(button())
  expect(await screen.findByText('Failed to subscribe. Please try again.')).toBeInTheDocument()
  expect(footer().getByText('Your address may be on our list.')).toBeInTheDocument()
  await user.click(button())
  expect(await footer().findByText("You're on our list.")).toBeInTheDocument()
})

test('says of a known address that it is on the list', async () => {
  const { user } = await renderShop({ path: '/about-us' })
  for (const text of ['Successfully subscribed', 'Email Already exists']) {
    await enter(user, field(), 'amina@kitabo.example')
    await user.click(button())
    expect(await screen.findByText(text)).toBeInTheDocument()
  }
  expect(footer().getByText("You're on our list.")).toBeInTheDocument()
})

test('links to social pages, app stores, help numbers and policies, and from placeholders to the home page', async () => {
  const { user } = await renderShop({ path: '/about-us' })
  const { social, playStore, appStore } = store.links
  expectBrandLinks(footer(), {
    [`${store.name} on Facebook`]: social.facebook,
    [`${store.name} on Instagram`]: social.instagram,
    [`${store.name} on X`]: social.x,
    'Get it on Google Play': playStore,
    'Download on the App Store': appStore,
  })
  for (const name of store.phones) {
    expect(footer().getByRole('link', { name })).toHaveAttribute('href', `tel:${name.replaceAll(' ', '')}`)
  }
  const policies = within(footer().getByRole('navigation', { name: 'Policies' })).getAllByRole('link')
  expect(policies.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['About Us', paths.about],
    ['Terms and Conditions', paths.terms],
    ['Refund Policy', paths.refund],
    ['Privacy', paths.privacy],
    ['Contact Us', paths.contact],
  ])
  expect(footer().getByText(`© ${new Date().getFullYear()} ${store.name}`)).toBeInTheDocument()
  for (const name of ['School Packages', 'Gift Voucher'])
    expect(footer().getByRole('button', { name })).toHaveAttribute('aria-disabled', 'true')
  for (const name of [`Inside ${store.name}`, 'Career', 'Brands'])
    expect(footer().getByRole('link', { name })).toHaveAttribute('href', '/#')
  await user.click(footer().getByRole('link', { name: 'Career' }))
  expect(window.location.pathname).toBe('/')
  expect(window.location.href).toMatch(/\/#$/)
})

test('the data saver appears at the end of a page that has been loaded for four seconds', async () => {
  await renderShop({ path: '/about-us' })
  vi.useFakeTimers({ shouldAdvanceTime: true })
  await act(() => vi.advanceTimersByTimeAsync(10_000))
  expect(footer().queryByRole('switch')).toBeNull()
  window.dispatchEvent(new Event('load'))
  await act(() => vi.advanceTimersByTimeAsync(3900))
  expect(footer().queryByRole('switch')).toBeNull()
  await act(() => vi.advanceTimersByTimeAsync(200))
  expect(await footer().findByRole('switch', { name: 'Data saver' })).toBeVisible()
})

test('an address that is entered offline is sent when the network returns', async () => {
  const { user, requests } = await renderShop({ path: '/about-us' })
  await enter(user, field(), 'offline@kitabo.example')
  const goOnline = goOffline()
  await user.click(button())
  expect(await footer().findByText(/You're offline/)).toBeVisible()
  expect(requests).not.toContain('POST /newsletter/subscribe')
  await goOnline()
  await vi.waitFor(() => expect(requests).toContain('POST /newsletter/subscribe'))
  await vi.waitFor(() => expect(field()).toHaveValue(''))
})
