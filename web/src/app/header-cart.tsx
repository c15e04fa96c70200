import { lazy, Suspense } from 'react'
import { useNavigate } from 'react-router-dom'
import { useCart } from '../features/cart/cart-store.ts'
import { countItems, totalPrice } from '../lib/cart-item.ts'
import { formatMoney } from '../lib/money.ts'
import { paths } from '../lib/paths.ts'
import { getToken } from '../lib/session.ts'
import { Popover } from '../ui/popover.tsx'
import { Spinner } from '../ui/spinner.tsx'

const load = () => import('../features/cart/cart-panel.tsx').then(({ CartPanel }) => ({ default: CartPanel }))
const CartPanel = lazy(load)
const loadNews = () => import('./cart-line-news.tsx').then(({ CartLineNews }) => ({ default: CartLineNews }))
const CartLineNews = lazy(loadNews)

type Props = { open: boolean; onOpen: () => void; onClose: () => void }

/** The cart's icon, its total and its popover. */
export function HeaderCart({ open, onOpen, onClose }: Props) {
  const items = useCart()
  const navigate = useNavigate()
  const count = countItems(items)
  const total = totalPrice(items)

  const checkOut = () => {
    onClose()
    const authToken = getToken()
    if (authToken === null) navigate(paths.account, { state: { fromCheckout: true } })
    else navigate(paths.preCheck, { state: { cartItems: items, totalPrice: total, authToken } })
  }

  return (
    <div className="header-cart">
      <Popover
        icon="cart"
        label={`Cart, ${count} ${count === 1 ? 'item' : 'items'}, ${formatMoney(total)}`}
        badge={count}
        title="Cart Items"
        open={open}
        onOpen={onOpen}
        onClose={onClose}
        onIntent={() => void load()}
      >
        <Suspense
          fallback={
            <div className="popover-empty">
              <Spinner label="Loading..." />
            </div>
          }
        >
          <CartPanel
            onCheckout={checkOut}
            onContinue={() => {
              onClose()
              navigate(paths.shop)
            }}
            news={(item) => (
              <Suspense fallback={null}>
                <CartLineNews item={item} />
              </Suspense>
            )}
          />
        </Suspense>
      </Popover>
      <span className="header-total money" aria-hidden="true">
        {formatMoney(total)}
      </span>
    </div>
  )
}
