import { fireEvent, render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { InvoiceImage } from './invoice-image.tsx'

test('tries each URL once in order and finally shows "No Image"', () => {
  const urls = ['/listed.png', '/storage/product/a.png', 'https://admin.example/storage/product/a.png']
  render(<InvoiceImage urls={urls} name="Atlas" />)
  for (const url of urls) {
    expect(screen.getByRole('img', { name: 'Atlas' })).toHaveAttribute('src', url)
    fireEvent.error(screen.getByRole('img'))
  }
  expect(screen.getByText('No Image')).toBeInTheDocument()
  expect(screen.queryByRole('img')).not.toBeInTheDocument()
})
