import { fireEvent, render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { ProductImage } from './product-image.tsx'

const image = () => screen.getByRole('img', { name: 'Atlas' })

test('loads from the product folder, then the storage folder, then draws a cover', () => {
  render(<ProductImage file="a b.webp" name="Atlas" />)
  expect(image()).toHaveAttribute('src', '/product/a%20b.webp')
  fireEvent.error(image())
  expect(image()).toHaveAttribute('src', '/storage/product/a%20b.webp')
  fireEvent.error(image())
  expect(screen.getByText('No Image')).toBeInTheDocument()
  expect(screen.queryByRole('img')).not.toBeInTheDocument()
})

test('loads default.png without a file name', () => {
  render(<ProductImage file={null} name="Atlas" />)
  expect(image()).toHaveAttribute('src', '/product/default.png')
})

test('starts again for a different file', () => {
  const { rerender } = render(<ProductImage file="a.webp" name="Atlas" />)
  fireEvent.error(image())
  rerender(<ProductImage file="b.webp" name="Atlas" />)
  expect(image()).toHaveAttribute('src', '/product/b.webp')
})
