import { useEffect, useRef } from 'react'
import { useNavigate } from 'react-router-dom'
import { getToken } from '../../api/session.ts'
import { paths } from '../../config/paths.ts'
import { countItems, totalPrice } from '../../domain/cart-item.ts'
import { formatSum } from '../../domain/money.ts'
import { useCart } from '../../features/cart/cart-store.ts'
import { UnfinishedPayment } from '../../pages/payment/unfinished-payment.tsx'
import { OPEN_CART } from '../../ui/feedback/notify.ts'
import { lazyPart } from '../../ui/loading/lazy-part.tsx'
import { PANEL_STATES, Popover } from '../../ui/overlay/popover.tsx'

const CartPanel = lazyPart(
  () => import('../../features/cart/cart-panel.tsx').then(({ CartPanel }) => CartPanel),
  PANEL_STATES,
)
const CurrentLineNotice = lazyPart(() =>
  import('./cart-line.tsx').then(({ CurrentLineNotice }) => CurrentLineNotice),
)

const LineAuthor = lazyPart(() => import('./cart-line.tsx').then(({ LineAuthor }) => LineAuthor), {
  waiting: null,
})

const CartActions = lazyPart(() =>
  import('../../features/school-list/cart-actions.tsx').then(({ CartActions }) => CartActions),
)

type Props = { open: boolean; onOpen: () => void; onClose: () => void }

export function HeaderCart({ open, onOpen, onClose }: Props) {
  const items = useCart()
  const navigate = useNavigate()
  const count = countItems(items)
  const total = totalPrice(items)
  const root = useRef<HTMLDivElement>(null)

  useEffect(() => {
    const show = () => {
      onOpen()
      root.current?.scrollIntoView?.({ block: 'nearest' })
    }
    window.addEventListener(OPEN_CART, show)
    return () => window.removeEventListener(OPEN_CART, show)
  }, [onOpen])

  const checkOut = () => {
    onClose()
    const authToken = getToken()
    if (authToken === null) navigate(paths.account, { state: { fromCheckout: true } })
    else navigate(paths.preCheck, { state: { cartItems: items, totalPrice: total, authToken } })
  }

  return (
    <div className="header-cart" ref={root}>
      <Popover
        icon="cart"
        label={`Cart, ${count} ${count === 1 ? 'item' : 'items'}, ${formatSum(total)}`}
        badge={count}
        title="Cart Items"
        open={open}
        onOpen={onOpen}
        onClose={onClose}
        panel={CartPanel}
      >
        <CartPanel
          notice={<UnfinishedPayment onLeave={onClose} />}
          onCheckout={checkOut}
          onContinue={() => {
            onClose()
            navigate(paths.shop)
          }}
          about={(item) => <LineAuthor id={item.id} />}
          news={(item, takeOut) => <CurrentLineNotice item={item} onSaved={takeOut} />}
          actions={<CartActions items={items} onLeave={onClose} />}
        />
      </Popover>
      <span className="header-total money" aria-hidden="true">
        {formatSum(total)}
      </span>
    </div>
  )
}
