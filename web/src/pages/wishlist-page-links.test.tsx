import { render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { expect, test } from 'vitest'
import { BookLinks, sharedWishlistLink, shareUrl } from './wishlist-page.tsx'

const targets = () =>
  Object.fromEntries(
    screen
      .getAllByRole('link')
      .map((link) => [link.textContent, new URL((link as HTMLAnchorElement).href).search]),
  )

test('links each name to the category with that name or, without one, to all books', () => {
  const categories = [
    { id: 31, name: ' textbooks ' },
    { id: 32, name: 'Stationery' },
  ]
  render(
    <MemoryRouter>
      <BookLinks categories={categories} />
    </MemoryRouter>,
  )
  expect(targets()).toEqual({
    Textbooks: '?categoryId=31',
    'Novels and stories': '?categoryId=3',
    "Children's books": '?categoryId=3',
    'Revision guides': '?categoryId=3',
    'Religious books': '?categoryId=3',
  })
})

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
