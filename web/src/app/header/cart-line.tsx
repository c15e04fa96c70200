import { useQuery } from '@tanstack/react-query'
import { useToken } from '../../api/session.ts'
import { type CartItem, quantityOf } from '../../domain/cart-item.ts'
import { offerOf } from '../../domain/current-product.ts'
import { authorOf } from '../../domain/names.ts'
import { useCart } from '../../features/cart/cart-store.ts'
import { LineNotice } from '../../features/cart/line-notice.tsx'
import { productQuery } from '../../features/catalogue/queries.ts'
import { useAddToWishlist } from '../../features/wishlist/changes.ts'

/** Shows price or stock changes of a line in the cart popover, requested when it opens, and "Save for later". */
export function CurrentLineNotice({ item, onSaved }: { item: CartItem; onSaved: () => void }) {
  const { data: product } = useQuery(productQuery(item.id))
  const wanted = quantityOf(useCart(), item.id)
  const isCustomer = useToken() !== null
  const { mutate, isPending, isError } = useAddToWishlist()
  return (
    <>
      {product && isCustomer ? (
        <button
          type="button"
          className="link-button"
          aria-label={`Save for later: ${item.name}`}
          aria-disabled={isPending}
          onClick={() => {
            if (!isPending) mutate({ ...product, id: item.id }, { onSuccess: onSaved })
          }}
        >
          Save for later
        </button>
      ) : null}
      {isError ? (
        <p className="small" role="alert">
          Failed to add to wishlist.
        </p>
      ) : null}
      <LineNotice item={item} wanted={wanted} offer={product === undefined ? undefined : offerOf(product)} />
    </>
  )
}

/** The author of a book in the cart popover, from the request that also reads its price and stock. */
export function LineAuthor({ id }: { id: number }) {
  const { data: product } = useQuery(productQuery(id))
  const author = product ? authorOf(product) : null
  return author === null ? null : <p className="small muted">{author}</p>
}
