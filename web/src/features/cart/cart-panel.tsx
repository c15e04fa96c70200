import { type ReactNode, useEffect, useRef, useState } from 'react'
import { type CartItem, totalPrice } from '../../domain/cart-item.ts'
import { chosenText } from '../../domain/chosen-text.ts'
import { formatMoney, formatSum } from '../../domain/money.ts'
import { notify } from '../../ui/feedback/notify.ts'
import { Quantity } from '../../ui/form/quantity.tsx'
import { Icon } from '../../ui/media/icon.tsx'
import { ProductImage } from '../../ui/media/product-image.tsx'
import { Price } from '../../ui/page/price-line.tsx'
import { removeFromCart, restoreToCart, setQuantity, useCart } from './cart-store.ts'
import '../../ui/overlay/popover-lines.scss'

/** How long the stock message is shown, in milliseconds. */
const STOCK_MESSAGE_MS = 3000

type Props = {
  /** Shown above the lines, and also if there are none. */
  notice?: ReactNode
  onCheckout: () => void
  onContinue: () => void
  /** Below a line's name: its author. */
  about?: (item: CartItem) => ReactNode
  /** Below a line: a changed price or stock, and further actions. `takeOut` removes the line and offers Undo. */
  news?: (item: CartItem, takeOut: () => void) => ReactNode
  /** Further actions, below the checkout button. */
  actions?: ReactNode
}

/** The content of the cart popover. */
export function CartPanel({ notice, onCheckout, onContinue, about, news, actions }: Props) {
  const items = useCart()
  const [removed, setRemoved] = useState<{ item: CartItem; place: number } | null>(null)
  const undo = useRef<HTMLButtonElement>(null)

  // The clicked button was removed with its line, so Undo takes the focus.
  useEffect(() => {
    if (removed) undo.current?.focus()
  }, [removed])

  const takeOut = (item: CartItem, place: number) => {
    if (removeFromCart(item.id)) setRemoved({ item, place })
  }
  const putBack = () => {
    if (removed) restoreToCart(removed.item, removed.place)
    setRemoved(null)
  }
  const note = (
    <div className="popover-undo" role="status">
      {removed ? (
        <>
          <span>{removed.item.name} removed.</span>
          <button ref={undo} type="button" className="link-button strong" onClick={putBack}>
            Undo
          </button>
        </>
      ) : null}
    </div>
  )

  if (items.length === 0) {
    return (
      <>
        {notice}
        {note}
        <div className="popover-empty">
          <p>Your cart is empty! Start shopping now and grab something you love.</p>
          <button type="button" className="btn btn-primary" onClick={onContinue}>
            Continue Shopping
          </button>
        </div>
      </>
    )
  }
  return (
    <>
      {notice}
      {note}
      <ul className="popover-lines">
        {items.map((item, place) => (
          <li key={`${item.id}-${place}`} className="popover-line">
            <ProductImage file={item.image} name={item.name} alt="" ratio="square" />
            <div>
              <p className="strong">{item.name}</p>
              {about?.(item)}
              {item.chosen ? <p className="small muted">{chosenText(item)}</p> : null}
              <div className="line-price">
                <Price amount={item.price} />
                {/* Drawn by the style sheet, because the total below may be the same text. */}
                {item.quantity > 1 ? (
                  <span className="money" data-sum={formatMoney(item.price * item.quantity)} />
                ) : null}
              </div>
              <div className="line-tools">
                <Quantity
                  value={item.quantity}
                  name={item.name}
                  onMinus={() => setQuantity(item.id, item.quantity - 1)}
                  onPlus={() => addOne(item)}
                />
                <button
                  type="button"
                  className="icon-button"
                  aria-label={`Delete ${item.name}`}
                  onClick={() => takeOut(item, place)}
                >
                  <Icon name="trash" />
                </button>
              </div>
              {news?.(item, () => takeOut(item, place))}
            </div>
          </li>
        ))}
      </ul>
      <div className="popover-foot">
        <p className="popover-total">
          <span>Total</span> <span className="money">{formatSum(totalPrice(items))}</span>
        </p>
        <button type="button" className="btn btn-primary w-100" onClick={onCheckout}>
          Proceed to Checkout
        </button>
        {actions}
      </div>
    </>
  )
}

function addOne(item: CartItem) {
  if (item.total_stock !== null && item.quantity >= item.total_stock) {
    notify('Cannot exceed available stock!', { kind: 'error', place: 'header', duration: STOCK_MESSAGE_MS })
  } else if (!setQuantity(item.id, item.quantity + 1)) {
    notify('Failed to add item to cart', { kind: 'error', place: 'header' })
  }
}
