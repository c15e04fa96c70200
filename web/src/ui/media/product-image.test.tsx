import { fireEvent, render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { ProductImage } from './product-image.tsx'

const picture = () => screen.getByRole('img', { name: 'Atlas' })

test('asks the product folder first, then the storage folder, then draws a cover', () => {
  render(<ProductImage file="a b.webp" name="Atlas" />)
  expect(picture()).toHaveAttribute('src', '/product/a%20b.webp')
  fireEvent.error(picture())
  expect(picture()).toHaveAttribute('src', '/storage/product/a%20b.webp')
  fireEvent.error(picture())
  expect(screen.getByText('No Image')).toBeInTheDocument()
  expect(screen.queryByRole('img')).not.toBeInTheDocument()
})

test('asks for default.png when no file is named', () => {
  render(<ProductImage file={null} name="Atlas" />)
  expect(picture()).toHaveAttribute('src', '/product/default.png')
})

test('begins again for another file', () => {
  const { rerender } = render(<ProductImage file="a.webp" name="Atlas" />)
  fireEvent.error(picture())
  rerender(<ProductImage file="b.webp" name="Atlas" />)
  expect(picture()).toHaveAttribute('src', '/product/b.webp')
})
