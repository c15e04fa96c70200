import { fireEvent, render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { InvoiceImage } from './invoice-image.tsx'

test('tries each URL once, in order, then shows No Image', () => {
  const places = ['/listed.png', '/storage/product/a.png', 'https://admin.example/storage/product/a.png']
  render(<InvoiceImage places={places} name="Atlas" />)
  for (const place of places) {
    expect(screen.getByRole('img', { name: 'Atlas' })).toHaveAttribute('src', place)
    fireEvent.error(screen.getByRole('img'))
  }
  expect(screen.getByText('No Image')).toBeInTheDocument()
  expect(screen.queryByRole('img')).not.toBeInTheDocument()
})
