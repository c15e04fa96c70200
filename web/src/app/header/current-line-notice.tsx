import { useQuery } from '@tanstack/react-query'
import { type CartItem, quantityOf } from '../../domain/cart-item.ts'
import { useCart } from '../../features/cart/cart-store.ts'
import { LineNotice } from '../../features/cart/line-notice.tsx'
import { productQuery } from '../../features/catalogue/queries.ts'
import { currentProduct } from '../../features/catalogue/todays-products.ts'

/** Price or stock changes of a line in the cart popover, requested when it opens. */
export function CurrentLineNotice({ item }: { item: CartItem }) {
  const { data: product } = useQuery(productQuery(item.id))
  const wanted = quantityOf(useCart(), item.id)
  return (
    <LineNotice
      item={item}
      wanted={wanted}
      product={product === undefined ? undefined : currentProduct(product)}
    />
  )
}
