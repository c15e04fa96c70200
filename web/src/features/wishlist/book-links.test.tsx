import { render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { expect, test } from 'vitest'
import { BookLinks } from './book-links.tsx'

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
