import type { CartItem } from '../../lib/cart-item.ts'
import { formatMoney } from '../../lib/money.ts'
import type { ShopProduct } from '../../lib/product.ts'

/** What changed about a cart line since it was added, one sentence each. Nothing changes without a word. */
export function lineNews(
  before: Pick<CartItem, 'price'>,
  quantity: number,
  product: Pick<ShopProduct, 'price' | 'total_stock'>,
): string[] {
  const news: string[] = []
  if (product.price !== null && product.price !== before.price) {
    news.push(`Price is now ${formatMoney(product.price)} (was ${formatMoney(before.price)})`)
  }
  const stock = product.total_stock
  if (stock !== null && stock <= 0) news.push('Sold out')
  else if (stock !== null && stock < quantity) news.push(`Only ${stock} left`)
  return news
}
