import { expect, test } from 'vitest'
import { sharedWishlistLink, shareUrl } from './share-button.tsx'

test('returns the URL of the shared wishlist with a single slash after the origin', () => {
  expect(sharedWishlistLink(12, 'https://kitabo.example')).toBe(
    'https://kitabo.example/customer/wish-list/shared?user=12',
  )
})

test("includes the store's name and the link in the message", () => {
  const text = new URL(shareUrl(12, 'https://kitabo.example')).searchParams.get('text')
  expect(text).toBe(
    'Check out my wishlist on Kitabo: https://kitabo.example/customer/wish-list/shared?user=12',
  )
})
