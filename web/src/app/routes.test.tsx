import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderShop } from '../../test/render.tsx'

test.each([
  ['/', 'Kitabo'],
  ['/shop', 'Shop'],
  ['/search?q=atlas', 'Search'],
  ['/categories', 'Categories'],
  ['/product-details/338', 'School Dictionary'],
  ['/wishlist', 'My Wishlist'],
  ['/customer/wish-list/shared?user=1', 'Wishlist'],
  ['/pre-check', 'Delivery'],
  ['/api', 'API'],
  ['/my-account', 'account'],
  ['/myaccount', 'account'],
  ['/contact-us', 'Contact'],
  ['/about-us', 'About'],
  ['/terms-conditions', 'Terms'],
  ['/refund-policy', 'Refund'],
  ['/gift-card', 'Gift'],
  ['/special-order', 'Special'],
  ['/forgot-password', 'Password'],
  ['/verify', 'Verify|code|OTP'],
  ['/change-password', 'Password'],
  ['/nowhere', 'Page not found'],
])('shows a screen with one heading at %s', async (path, title) => {
  await renderShop({ path })
  const heading = await screen.findByRole('heading', { level: 1 })
  expect(heading.textContent).toMatch(new RegExp(title, 'i'))
  expect(screen.getAllByRole('heading', { level: 1 })).toHaveLength(1)
  expect(document.title).toMatch(/· Kitabo$/)
})

test('moves the focus to the heading of the next page', async () => {
  const { user } = await renderShop({ path: '/about-us' })
  await user.click(screen.getByRole('link', { name: 'SHOP NOW' }))
  expect(await screen.findByRole('heading', { name: 'Shop', level: 1 })).toHaveFocus()
})
