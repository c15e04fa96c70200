import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { getToken, useToken } from '../../api/session.ts'
import { paths } from '../../config/paths.ts'
import { authorOf } from '../../domain/book-facts.ts'
import { type CartItem, linePrice, quantityOf, totalPrice } from '../../domain/cart-item.ts'
import { amountBelowMinimum, hostConfigQuery } from '../../domain/host-config.ts'
import { formatMoney, formatPrice, formatRounding, formatSum } from '../../domain/money.ts'
import { offerOf } from '../../domain/offer.ts'
import { offeredGroups } from '../../domain/option-groups.ts'
import type { ShopProduct } from '../../domain/product.ts'
import { removeFromCart, setQuantity, useCart } from '../../features/cart/cart-store.ts'
import { LineNotice } from '../../features/cart/line-notice.tsx'
import { ChosenText, LineOptions } from '../../features/cart/line-options.tsx'
import { restoreToCart } from '../../features/cart/restore-to-cart.ts'
import { productQuery } from '../../features/catalogue/queries.ts'
import { LazyPaymentNotice } from '../../features/checkout/payment/lazy-payment-notice.tsx'
import { getUnsavedText, useAddToWishlist } from '../../features/wishlist/changes.ts'
import { EmptyState, ONE_BY_ONE } from '../../ui/feedback/load-states.tsx'
import { closeToast, notify } from '../../ui/feedback/notify.ts'
import { UndoNote } from '../../ui/feedback/undo-note.tsx'
import { Quantity } from '../../ui/form/quantity.tsx'
import { IconButton } from '../../ui/media/icon.tsx'
import { ProductImage } from '../../ui/media/product-image.tsx'
import { Drawer } from '../../ui/overlay/overlay.tsx'
import { Link } from '../../ui/page/link.tsx'
import { Price } from '../../ui/page/price-line.tsx'
import { OtherWaysToOrder } from './other-ways-to-order.tsx'
import '../../features/cart/cart.scss'

const STOCK_MESSAGE_MS = 3000

export function CartDrawer({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Drawer title="Cart Items" open={open} onClose={onClose} placement="end">
      <CartContent key={useToken()} onLeave={onClose} />
    </Drawer>
  )
}

/** Rendered while the drawer is open. */
function CartContent({ onLeave }: { onLeave: () => void }) {
  const items = useCart()
  const navigate = useNavigate()
  const [removed, setRemoved] = useState<{ item: CartItem; index: number } | null>(null)
  const [restoredId, setRestoredId] = useState<number | null>(null)

  const go = (to: string, state?: object) => {
    onLeave()
    navigate(to, { state })
  }
  const checkOut = () => {
    const authToken = getToken()
    if (authToken === null) go(paths.account, { fromCheckout: true })
    else go(paths.preCheck, { cartItems: items, totalPrice: totalPrice(items), authToken })
  }
  const takeOut = (item: CartItem, index: number) => {
    removeFromCart(item)
    setRemoved({ item, index })
    setRestoredId(null)
  }
  const putBack = () => {
    if (!removed) return
    restoreToCart(removed.item, removed.index)
    setRestoredId(removed.item.id)
    setRemoved(null)
  }
  return (
    <>
      <LazyPaymentNotice onLeave={onLeave} />
      <UndoNote text={removed && `${removed.item.name} removed.`} onUndo={putBack} />
      {items.length === 0 ? (
        <div className="panel-block">
          <EmptyState
            title="Your cart is empty! Start shopping now and grab something you love."
            saying={ONE_BY_ONE}
            action={
              <button type="button" className="btn btn-primary" onClick={() => go(paths.shop)}>
                Continue Shopping
              </button>
            }
          />
        </div>
      ) : (
        <>
          <ul className="panel-lines">
            {items.map((item, index) => (
              <CartLine
                key={`${item.id}-${index}`}
                item={item}
                isRestored={item.id === restoredId}
                onRemove={() => takeOut(item, index)}
                onLeave={onLeave}
              />
            ))}
          </ul>
          <CartTotal items={items} onCheckOut={checkOut} onLeave={onLeave} />
        </>
      )}
    </>
  )
}

type TotalProps = { items: readonly CartItem[]; onCheckOut: () => void; onLeave: () => void }

/** The total of a cart that is not empty, and the ways to order it. */
function CartTotal({ items, onCheckOut, onLeave }: TotalProps) {
  const total = totalPrice(items)
  const rounding = formatRounding(total)
  const { data: config } = useQuery(hostConfigQuery())
  const missing = config ? amountBelowMinimum(config, total) : 0
  return (
    <div className="panel-block">
      <p className="d-flex justify-content-between mb-1 large strong">
        <span>
          <span>Total</span>
          {rounding && <small className="muted"> with {rounding} rounding</small>}
        </span>{' '}
        <span className="money" aria-live="polite">
          {formatSum(total)}
        </span>
      </p>
      <p className="small muted mb-2">Delivery is chosen next.</p>
      {missing > 0 && <p className="notice">Add {formatMoney(missing)} more to order</p>}
      <button type="button" className="btn btn-primary w-100" onClick={onCheckOut}>
        Proceed to Checkout
      </button>
      <OtherWaysToOrder items={items} onLeave={onLeave} />
    </div>
  )
}

type LineProps = {
  item: CartItem
  /** Whether Undo has just restored it. If so, its Delete button gets the focus that Undo had. */
  isRestored: boolean
  onRemove: () => void
  onLeave: () => void
}

/** A cart line. Requests the product when the cart opens, and shows its author and changes to its price and stock. */
function CartLine({ item, isRestored, onRemove, onLeave }: LineProps) {
  const { data: product } = useQuery(productQuery(item.id))
  const wanted = quantityOf(useCart(), item.id)
  const author = product ? authorOf(product) : null
  const options = product ? offeredGroups(product) : undefined
  return (
    <li className="panel-line">
      <Link to={paths.product(item.id)} tabIndex={-1} aria-hidden="true" onClick={onLeave}>
        <ProductImage file={item.image} name={item.name} alt="" sizes="3rem" />
      </Link>
      <p className="panel-name">
        <Link to={paths.product(item.id)} className="strong" onClick={onLeave}>
          {item.name}
        </Link>{' '}
        {author === null ? null : <span className="muted">{author}</span>}
      </p>
      <ChosenText item={item} options={options} />
      <LineOptions item={item} options={options} />
      <div className="panel-tools">
        <div className="cart-price">
          <Price amount={item.price} />
          {/* Generated by the style sheet, because the total below may be the same text. */}
          {item.quantity > 1 ? <span className="money" data-sum={formatPrice(linePrice(item))} /> : null}
        </div>
        {product ? <SaveForLater item={item} product={product} onSaved={onRemove} /> : null}
        <IconButton
          icon="trash"
          label={`Delete ${item.name}`}
          onClick={() => {
            // On a phone, it would cover Undo.
            closeToast()
            onRemove()
          }}
          autoFocus={isRestored}
        />
        <Quantity
          value={item.quantity}
          name={item.name}
          onMinus={() => setQuantity(item, item.quantity - 1)}
          onPlus={() => addOne(item)}
        />
      </div>
      <LineNotice item={item} wanted={wanted} offer={product === undefined ? undefined : offerOf(product)} />
    </li>
  )
}

function addOne(item: CartItem) {
  if (item.total_stock !== null && item.quantity >= item.total_stock) {
    notify('error', 'Cannot exceed available stock!', { source: 'header', duration: STOCK_MESSAGE_MS })
  } else if (!setQuantity(item, item.quantity + 1)) {
    notify('error', 'Failed to add item to cart', { source: 'header' })
  }
}

type SaveProps = { item: CartItem; product: ShopProduct; onSaved: () => void }

function SaveForLater({ item, product, onSaved }: SaveProps) {
  const token = useToken()
  const { mutateAsync: add, isPending, error } = useAddToWishlist()
  if (token === null) return null
  const onAdded = () => {
    // The cart may be another customer's by now.
    if (getToken() === token) onSaved()
  }
  return (
    <>
      <IconButton
        icon="heart"
        label={`Save for later: ${item.name}`}
        aria-disabled={isPending}
        onClick={() => {
          // The callback of `mutate` would not be called once the drawer is closed.
          if (!isPending) void add({ ...product, id: item.id }).then(onAdded, () => undefined)
        }}
      />
      {error ? (
        <p className="cart-notice" role="alert">
          {getUnsavedText(error) ?? 'Failed to add to wishlist.'}
        </p>
      ) : null}
    </>
  )
}
