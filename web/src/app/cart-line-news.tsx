import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { updateLine } from '../features/cart/cart-store.ts'
import { lineNews } from '../features/cart/line-news.ts'
import { productQuery } from '../features/catalogue/queries.ts'
import type { CartItem } from '../lib/cart-item.ts'
import { Icon } from '../ui/icon.tsx'

/** Tells, on the line itself, of a price or a stock that changed since the product was added. */
export function CartLineNews({ item }: { item: CartItem }) {
  // What the line was when the cart was opened: the news stays while the line is brought up to date.
  const [before] = useState(item)
  const { data: product } = useQuery(productQuery(item.id))
  const news = product ? lineNews(before, item.quantity, product) : []

  useEffect(() => {
    if (!product) return
    const { price, total_stock } = product
    if ((price !== null && price !== item.price) || total_stock !== item.total_stock) {
      updateLine(item.id, { price: price ?? item.price, total_stock })
    }
  }, [product, item.id, item.price, item.total_stock])

  return news.map((sentence) => (
    <p key={sentence} className="line-news" role="status">
      <Icon name="info" />
      {sentence}
    </p>
  ))
}
