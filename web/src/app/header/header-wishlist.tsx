import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useNavigate } from 'react-router-dom'
import { useToken } from '../../api/session.ts'
import { paths } from '../../config/paths.ts'
import { useWishlist } from '../../features/wishlist/queries.ts'
import { useWishes } from '../../features/wishlist/wish-queue.ts'
import { useIsOnline } from '../../platform/online.ts'
import { lazyPart } from '../../ui/loading/lazy-part.tsx'
import { PANEL_STATES, Popover } from '../../ui/overlay/popover.tsx'

const WishlistPanel = lazyPart(
  () => import('../../features/wishlist/wishlist-panel.tsx').then(({ WishlistPanel }) => WishlistPanel),
  PANEL_STATES,
)

type Props = { open: boolean; onOpen: () => void; onClose: () => void }

/** The wishlist's icon and popover. The list loads at the start if a customer is logged in. */
export function HeaderWishlist({ open, onOpen, onClose }: Props) {
  const token = useToken()
  const { data, isError } = useWishlist(token)
  useSendWishes(token)
  // A list that failed to load is not shown as empty.
  const count = isError && data === undefined ? null : (data?.length ?? 0)
  const navigate = useNavigate()
  const go = (to: string) => {
    onClose()
    navigate(to)
  }
  return (
    <Popover
      icon="heart"
      label={
        count === null
          ? "Wishlist, couldn't be loaded"
          : `Wishlist, ${count} ${count === 1 ? 'item' : 'items'}`
      }
      badge={count}
      title="Wishlist Items"
      open={open}
      onOpen={onOpen}
      onClose={onClose}
      panel={WishlistPanel}
    >
      <WishlistPanel onOpenProduct={(id) => go(paths.product(id))} onView={() => go(paths.wishlist)} />
    </Popover>
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
