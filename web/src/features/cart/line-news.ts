import type { CartItem } from '../../lib/cart-item.ts'
import { formatMoney } from '../../lib/money.ts'
import type { ShopProduct } from '../../lib/product.ts'

type Asked = Pick<CartItem, 'price' | 'quantity'>
type Sold = Pick<ShopProduct, 'price' | 'total_stock'>

/** What changed about a cart line since it was added, one sentence each. Nothing changes without a word. */
export function lineNews(line: Asked, { price, total_stock: stock }: Sold): string[] {
  const news: string[] = []
  if (price !== null && price !== line.price) {
    news.push(`Price is now ${formatMoney(price)} (was ${formatMoney(line.price)})`)
  }
  if (stock !== null && stock <= 0) news.push('Sold out')
  else if (stock !== null && stock < line.quantity) news.push(`Only ${stock} left`)
  return news
}

/** The line as it can be had now. What is sold out keeps its quantity: to take it out is the shopper's to decide. */
export function lineNow(
  line: Asked,
  { price, total_stock: stock }: Sold,
): Pick<CartItem, 'price' | 'quantity' | 'total_stock'> {
  return {
    price: price ?? line.price,
    quantity: stock !== null && stock > 0 ? Math.min(line.quantity, stock) : line.quantity,
    total_stock: stock,
  }
}
