import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderShop } from './render.tsx'

test('the error of a missing element begins with the failed response', async () => {
  await renderShop({
    path: '/product-details/101',
    faults: [{ path: '/products/details/101', effect: { status: 500, body: { message: 'Broken' } } }],
  })
  await screen.findByText(/went wrong|couldn't load/i)
  const missing = screen.findByRole('heading', { name: 'A name that no page has' }, { timeout: 100 })
  await expect(missing).rejects.toThrow(/^GET \/products\/details\/101 responded with 500: .*Broken/)
})
