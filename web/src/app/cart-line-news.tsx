import { useQuery } from '@tanstack/react-query'
import { useCart } from '../features/cart/cart-store.ts'
import { LineNotice } from '../features/cart/line-notice.tsx'
import { productNow } from '../features/catalogue/products-now.ts'
import { productQuery } from '../features/catalogue/queries.ts'
import { type CartItem, wantedOf } from '../lib/cart-item.ts'

/** What is new about a line of the cart popover, asked of the host when the popover opens. */
export function CartLineNews({ item }: { item: CartItem }) {
  const { data: product } = useQuery(productQuery(item.id))
  const wanted = wantedOf(useCart(), item.id)
  return (
    <LineNotice
      item={item}
      wanted={wanted}
      product={product === undefined ? undefined : productNow(product)}
    />
  )
}
