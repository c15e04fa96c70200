import { useQuery } from '@tanstack/react-query'
import { useNavigate } from 'react-router-dom'
import { getToken, useToken } from '../../api/session.ts'
import { paths } from '../../config/paths.ts'
import { authorOf } from '../../domain/book-facts.ts'
import { type CartItem, quantityOf, totalPrice } from '../../domain/cart-item.ts'
import { offerOf } from '../../domain/current-product.ts'
import { CartPanel } from '../../features/cart/cart-panel.tsx'
import { useCart } from '../../features/cart/cart-store.ts'
import { LineNotice } from '../../features/cart/line-notice.tsx'
import { productQuery } from '../../features/catalogue/queries.ts'
import { useAddToWishlist } from '../../features/wishlist/changes.ts'
import { UnfinishedPayment } from '../../pages/payment/unfinished-payment.tsx'
import { Icon } from '../../ui/media/icon.tsx'
import { Drawer } from '../../ui/overlay/overlay.tsx'
import { OtherWaysToOrder } from './other-ways-to-order.tsx'

export function CartDrawer({ open, onClose }: { open: boolean; onClose: () => void }) {
  const items = useCart()
  const navigate = useNavigate()

  const checkOut = () => {
    onClose()
    const authToken = getToken()
    if (authToken === null) navigate(paths.account, { state: { fromCheckout: true } })
    else navigate(paths.preCheck, { state: { cartItems: items, totalPrice: totalPrice(items), authToken } })
  }

  return (
    <Drawer title="Cart Items" open={open} onClose={onClose} placement="end">
      <CartPanel
        notice={<UnfinishedPayment onLeave={onClose} />}
        onCheckout={checkOut}
        onContinue={() => {
          onClose()
          navigate(paths.shop)
        }}
        about={(item) => <LineAuthor id={item.id} />}
        tools={(item, takeOut) => <SaveForLater item={item} onSaved={takeOut} />}
        news={(item) => <CurrentNotice item={item} />}
        actions={<OtherWaysToOrder items={items} onLeave={onClose} />}
      />
    </Drawer>
  )
}

/** Moves a line to the customer's wishlist. */
function SaveForLater({ item, onSaved }: { item: CartItem; onSaved: () => void }) {
  const { data: product } = useQuery(productQuery(item.id))
  const isCustomer = useToken() !== null
  const { mutate, isPending, isError } = useAddToWishlist()
  if (!product || !isCustomer) return null
  return (
    <>
      <button
        type="button"
        className="icon-button"
        aria-label={`Save for later: ${item.name}`}
        aria-disabled={isPending}
        onClick={() => {
          if (!isPending) mutate({ ...product, id: item.id }, { onSuccess: onSaved })
        }}
      >
        <Icon name="heart" />
      </button>
      {isError ? (
        <p className="cart-notice" role="alert">
          Failed to add to wishlist.
        </p>
      ) : null}
    </>
  )
}

/** Shows changes of a line's price or stock, which are requested when the cart opens. */
function CurrentNotice({ item }: { item: CartItem }) {
  const { data: product } = useQuery(productQuery(item.id))
  const wanted = quantityOf(useCart(), item.id)
  return (
    <LineNotice item={item} wanted={wanted} offer={product === undefined ? undefined : offerOf(product)} />
  )
}

/** The author of a book, from the request that also reads its price and stock. */
function LineAuthor({ id }: { id: number }) {
  const { data: product } = useQuery(productQuery(id))
  const author = product ? authorOf(product) : null
  return author === null ? null : <span className="muted">{author}</span>
}
