import { render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { expect, test } from 'vitest'
import { readProduct, type ShopProduct } from '../../domain/product.ts'
import { ProductCard } from './product-card.tsx'

test('the card of a product names its author, and has no line for one that is unknown', () => {
  const card = (author: string | null) => (
    <MemoryRouter>
      <ProductCard product={readProduct({ id: 1, name: 'Poems', price: 900, author }) as ShopProduct} />
    </MemoryRouter>
  )
  const { container, rerender } = render(card('Okot p’Bitek'))
  expect(screen.getByText('Okot p’Bitek')).toBeVisible()
  rerender(card(null))
  expect([...container.querySelectorAll('p')].filter((line) => line.textContent === '')).toEqual([])
  expect(screen.queryByText('Okot p’Bitek')).toBeNull()
})
