import { useEffect, useState } from 'react'
import { useToken } from '../../api/session.ts'
import { countItems, totalPrice } from '../../domain/cart-item.ts'
import { formatSum } from '../../domain/money.ts'
import { OPEN_CART, useCart } from '../../features/cart/cart-store.ts'
import { useWishlist } from '../../features/wishlist/queries.ts'
import { useSendQueuedChanges } from '../../features/wishlist/use-send-queued-changes.ts'
import { useIsHydrated } from '../../platform/hydration.ts'
import { closeToast } from '../../ui/feedback/notify.ts'
import { type Preloadable, preloadOnIntent } from '../../ui/loading/lazy-component.tsx'
import { IconButton, type IconName } from '../../ui/media/icon.tsx'
import { lazyOverlay } from '../../ui/overlay/lazy-overlay.tsx'

const CartDrawer = lazyOverlay(
  () => import('./cart-drawer.tsx').then((module) => module.CartDrawer),
  () => 'Cart Items',
)

type Props = { open: boolean; onOpen: () => void; onClose: () => void }

export function HeaderCart({ open, onOpen, onClose }: Props) {
  const items = useCart()
  const isKnown = useIsHydrated()
  const count = isKnown ? countItems(items) : null
  const total = formatSum(totalPrice(items))

  // A message about an added product would cover the cart.
  useEffect(() => {
    if (open) closeToast()
  }, [open])

  useEffect(() => {
    window.addEventListener(OPEN_CART, onOpen)
    return () => window.removeEventListener(OPEN_CART, onOpen)
  }, [onOpen])

  return (
    <div className="header-cart">
      <HeaderButton
        icon="cart"
        label={`Cart, ${count === null ? 'loading' : `${countText(count)}, ${total}`}`}
        badge={count}
        drawer={CartDrawer}
        onClick={onOpen}
      />
      <span className="header-total money" aria-hidden="true">
        {isKnown ? total : null}
      </span>
      <CartDrawer open={open} onClose={onClose} />
    </div>
  )
}

const WishlistDrawer = lazyOverlay(
  () => import('../../features/wishlist/wishlist-drawer.tsx').then((module) => module.WishlistDrawer),
  () => 'Wishlist Items',
)

/** The wishlist's icon and drawer. The list loads at the start if a customer is logged in. */
export function HeaderWishlist({ open, onOpen, onClose }: Props) {
  const token = useToken()
  const { data, isError } = useWishlist(token)
  const isHydrated = useIsHydrated()
  useSendQueuedChanges(token)
  // A list that is not loaded is not shown as empty.
  const count = data?.length ?? (token === null && isHydrated ? 0 : null)
  const unknown = isError ? "couldn't be loaded" : 'loading'
  const state = count === null ? unknown : countText(count)
  return (
    <>
      <HeaderButton
        icon="heart"
        label={`Wishlist, ${state}`}
        badge={count}
        drawer={WishlistDrawer}
        onClick={onOpen}
      />
      <WishlistDrawer open={open} onClose={onClose} />
    </>
  )
}

const countText = (count: number) => `${count} ${count === 1 ? 'item' : 'items'}`

type ButtonProps = {
  icon: IconName
  /** The accessible name with the count, such as "Cart, 3 items". */
  label: string
  /** null if the count is not known. */
  badge: number | null
  /** The drawer, preloaded on hover or focus. */
  drawer: Preloadable
  onClick: () => void
}

/** A button with a badge that opens a drawer. */
function HeaderButton({ icon, label, badge, drawer, onClick }: ButtonProps) {
  // The initial count is not animated, to keep the first render fast.
  const [firstBadge, setFirstBadge] = useState(badge)
  if (firstBadge === null && badge !== null) setFirstBadge(badge)
  return (
    <IconButton
      icon={icon}
      label={label}
      // A tap before hydration is repeated on it even if its label changes (platform/element-locator.ts).
      name={icon}
      aria-haspopup="dialog"
      {...preloadOnIntent(drawer)}
      onClick={onClick}
    >
      {badge === null ? null : (
        <span
          className={badge === firstBadge ? 'badge' : 'badge badge-changed'}
          data-count={badge}
          key={badge}
          aria-hidden="true"
        >
          {badge}
        </span>
      )}
    </IconButton>
  )
}
