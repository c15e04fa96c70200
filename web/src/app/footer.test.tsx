import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderShop } from '../../test/render.tsx'

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

test('has the year, the policies, the placeholders and the entries without a destination', async () => {
  await renderShop({ path: '/about-us' })
  expect(footer().getByText(`© ${new Date().getFullYear()} Kitabo`)).toBeInTheDocument()
  expect(footer().getByRole('link', { name: 'Refund Policy' })).toHaveAttribute('href', '/refund-policy')
  for (const name of ['Inside Kitabo', 'Career', 'Brands']) {
    expect(footer().getByRole('link', { name })).toHaveAttribute('href', '/#')
  }
  expect(footer().getByRole('button', { name: 'School Packages' })).toBeInTheDocument()
})
