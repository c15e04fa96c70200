import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useToken } from '../../api/session.ts'
import { useWishlist } from '../../features/wishlist/queries.ts'
import { useWishes } from '../../features/wishlist/wish-queue.ts'
import { useIsOnline } from '../../platform/online.ts'
import { lazyOverlay } from '../../ui/overlay/lazy-overlay.tsx'
import { HeaderButton } from './header-button.tsx'

const WishlistDrawer = lazyOverlay(
  () => import('./wishlist-drawer.tsx').then(({ WishlistDrawer }) => WishlistDrawer),
  () => 'Wishlist Items',
)

type Props = { open: boolean; onOpen: () => void; onClose: () => void }

/** The wishlist's icon and drawer. The list loads at the start if a customer is logged in. */
export function HeaderWishlist({ open, onOpen, onClose }: Props) {
  const token = useToken()
  const { data, isError } = useWishlist(token)
  useSendWishes(token)
  // A list that failed to load is not shown as empty.
  const count = isError && data === undefined ? null : (data?.length ?? 0)
  return (
    <>
      <HeaderButton
        icon="heart"
        label={
          count === null
            ? "Wishlist, couldn't be loaded"
            : `Wishlist, ${count} ${count === 1 ? 'item' : 'items'}`
        }
        badge={count}
        drawer={WishlistDrawer}
        onClick={onOpen}
      />
      <WishlistDrawer open={open} onClose={onClose} />
    </>
  )
}

function useSendWishes(token: string | null): void {
  const client = useQueryClient()
  const online = useIsOnline()
  const isWaiting = useWishes(token).length > 0
  useEffect(() => {
    if (!online || !isWaiting) return
    import('../../features/wishlist/send-wishes.ts')
      .then(({ sendWishes }) => sendWishes(client))
      .catch(() => undefined)
  }, [client, online, isWaiting])
}
