import { useQuery } from '@tanstack/react-query'
import { updateLine } from '../features/cart/cart-store.ts'
import { lineNews, lineNow } from '../features/cart/line-news.ts'
import { productQuery } from '../features/catalogue/queries.ts'
import type { CartItem } from '../lib/cart-item.ts'
import { Icon } from '../ui/icon.tsx'
import './cart-line-news.scss'

/**
 * Tells, on the line itself, of a price or a stock that changed since the product was added. The line stays what the
 * shopper put there until they say so themselves.
 */
export function CartLineNews({ item }: { item: CartItem }) {
  const { data: product } = useQuery(productQuery(item.id))
  if (!product) return null
  const news = lineNews(item, product)
  if (news.length === 0) return null
  const now = lineNow(item, product)
  return (
    <div className="line-news">
      <Icon name="info" />
      <div role="status">
        {news.map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
      </div>
      {now.price === item.price && now.quantity === item.quantity ? null : (
        <button
          type="button"
          className="link-button strong"
          aria-label={`Update ${item.name}`}
          onClick={() => updateLine(item.id, now)}
        >
          Update
        </button>
      )}
    </div>
  )
}
