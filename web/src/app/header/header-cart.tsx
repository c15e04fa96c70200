import { useEffect } from 'react'
import { countItems, totalPrice } from '../../domain/cart-item.ts'
import { formatSum } from '../../domain/money.ts'
import { OPEN_CART, useCart } from '../../features/cart/cart-store.ts'
import { lazyOverlay } from '../../ui/overlay/lazy-overlay.tsx'
import { HeaderButton } from './header-button.tsx'

const CartDrawer = lazyOverlay(
  () => import('./cart-drawer.tsx').then(({ CartDrawer }) => CartDrawer),
  () => 'Cart Items',
)

type Props = { open: boolean; onOpen: () => void; onClose: () => void }

export function HeaderCart({ open, onOpen, onClose }: Props) {
  const items = useCart()
  const count = countItems(items)
  const total = formatSum(totalPrice(items))

  useEffect(() => {
    window.addEventListener(OPEN_CART, onOpen)
    return () => window.removeEventListener(OPEN_CART, onOpen)
  }, [onOpen])

  return (
    <div className="header-cart">
      <HeaderButton
        icon="cart"
        label={`Cart, ${count} ${count === 1 ? 'item' : 'items'}, ${total}`}
        badge={count}
        drawer={CartDrawer}
        onClick={onOpen}
      />
      <span className="header-total money" aria-hidden="true">
        {total}
      </span>
      <CartDrawer open={open} onClose={onClose} />
    </div>
  )
}
