import { useQuery } from '@tanstack/react-query'
import { useNavigate } from 'react-router-dom'
import { wishlistQuery } from '../features/wishlist/queries.ts'
import { paths } from '../lib/paths.ts'
import { useToken } from '../lib/session.ts'
import { latePart, warm } from '../ui/late-part.tsx'
import { Popover } from '../ui/popover.tsx'
import { Spinner } from '../ui/spinner.tsx'

const load = () =>
  import('../features/wishlist/wishlist-panel.tsx').then(({ WishlistPanel }) => WishlistPanel)
const WishlistPanel = latePart(load, {
  waiting: (
    <div className="popover-empty">
      <Spinner label="Loading..." />
    </div>
  ),
})

type Props = { open: boolean; onOpen: () => void; onClose: () => void }

/** The wishlist's icon and popover. The list is loaded on start when somebody is logged in. */
export function HeaderWishlist({ open, onOpen, onClose }: Props) {
  const { data: products = [] } = useQuery(wishlistQuery(useToken()))
  const navigate = useNavigate()
  const go = (to: string) => {
    onClose()
    navigate(to)
  }
  return (
    <Popover
      icon="heart"
      label={`Wishlist, ${products.length} ${products.length === 1 ? 'item' : 'items'}`}
      badge={products.length}
      title="Wishlist Items"
      open={open}
      onOpen={onOpen}
      onClose={onClose}
      onIntent={() => warm(load)}
    >
      <WishlistPanel onOpenProduct={(id) => go(paths.product(id))} onView={() => go(paths.wishlist)} />
    </Popover>
  )
}
