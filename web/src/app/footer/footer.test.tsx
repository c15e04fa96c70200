import { screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { expectOnConsole } from '../../../test/console.ts'
import { renderShop } from '../../../test/render.tsx'

const footer = () => within(screen.getByRole('contentinfo'))
const field = () => footer().getByRole('textbox', { name: 'Your email' })
const button = () => footer().getByRole('button', { name: /newsletter|Subscribing/ })

test('subscribes, says what the host says and clears the field', async () => {
  const { user, calls } = await renderShop({ path: '/about-us' })
  await user.type(field(), 'reader@kitabo.example')
  await user.click(button())
  expect(await screen.findByText(/subscri/i, { selector: '.toast-text span' })).toBeInTheDocument()
  expect(field()).toHaveValue('')
  expect(calls).toContain('POST /newsletter/subscribe')
})

test('sends what is no address as it was typed, and has words of its own where the host has none', async () => {
  expectOnConsole(/POST \/newsletter\/subscribe does not match its contract/)
  const { user, emulator, calls } = await renderShop({ path: '/about-us' })
  await emulator.control('POST /faults', {
    body: { path: '/newsletter/subscribe', effect: { status: 200, body: {} } },
  })
  await user.type(field(), 'a@')
  await user.click(button())
  expect(await screen.findByText('Subscribed successfully!')).toBeInTheDocument()
  expect(field()).toHaveValue('')
  expect(calls).toContain('POST /newsletter/subscribe')
})

test('says Subscribing... while it asks, and asks once', async () => {
  const { user, emulator, calls } = await renderShop({ path: '/about-us' })
  await emulator.control('POST /faults', {
    body: { path: '/newsletter/subscribe', effect: { latency: 300 } },
  })
  await user.type(field(), 'reader@kitabo.example')
  await user.click(button())
  expect(button()).toHaveTextContent('Subscribing...')
  await user.click(button())
  await vi.waitFor(() => expect(button()).toHaveTextContent('Get our daily newsletter'))
  expect(calls.filter((call) => call === 'POST /newsletter/subscribe')).toHaveLength(1)
})

test('says why the host refused', async () => {
  const { user, emulator } = await renderShop({ path: '/about-us' })
  await emulator.control('POST /faults', {
    body: {
      path: '/newsletter/subscribe',
      effect: { status: 400, body: { message: 'Email Already exists' } },
    },
  })
  await user.type(field(), 'reader@kitabo.example')
  await user.click(button())
  expect(await screen.findByText('Email Already exists')).toBeInTheDocument()
})

test('asks for an address without a call when there is none', async () => {
  const { user, calls } = await renderShop({ path: '/about-us' })
  await user.type(field(), '   ')
  await user.click(button())
  expect(await screen.findByText('Please enter a valid email address')).toBeInTheDocument()
  expect(calls).not.toContain('POST /newsletter/subscribe')
})

test('falls back to its own words when the host fails, and keeps what was typed', async () => {
  const { user } = await renderShop({
    path: '/about-us',
    refuse: (call) => (call.startsWith('POST /newsletter') ? 500 : undefined),
  })
  await user.type(field(), 'a@')
  await user.click(button())
  expect(await screen.findByText('Failed to subscribe. Please try again.')).toBeInTheDocument()
  expect(field()).toHaveValue('a@')
})

test('has the social pages, the app stores, the help numbers and the policies', async () => {
  await renderShop({ path: '/about-us' })
  for (const name of [/on Facebook/, /on Instagram/, /on X$/, /Google Play/, /App Store/]) {
    expect(footer().getByRole('link', { name })).toHaveAttribute('href', expect.stringMatching(/^https:/))
  }
  for (const name of ['+256 700 000 001', '+256 700 000 002']) {
    expect(footer().getByRole('link', { name })).toHaveAttribute('href', `tel:${name.replaceAll(' ', '')}`)
  }
  expect(footer().getByRole('link', { name: 'Refund Policy' })).toHaveAttribute('href', '/refund-policy')
  expect(footer().getByRole('link', { name: /^Terms/ })).toHaveAttribute('href', '/terms-conditions')
})

test('has the year, the placeholders and the entries without a destination', async () => {
  await renderShop({ path: '/about-us' })
  expect(footer().getByText(`© ${new Date().getFullYear()} Kitabo`)).toBeInTheDocument()
  for (const name of ['Inside Kitabo', 'Career', 'Brands']) {
    expect(footer().getByRole('link', { name })).toHaveAttribute('href', '/#')
  }
  expect(footer().getByRole('button', { name: 'School Packages' })).toBeInTheDocument()
})

test('a placeholder leads to the top of the shop and keeps its hash in the address bar', async () => {
  const { user } = await renderShop({ path: '/about-us' })
  await user.click(footer().getByRole('link', { name: 'Career' }))
  expect(window.location.pathname).toBe('/')
  expect(window.location.href).toMatch(/\/#$/)
})
