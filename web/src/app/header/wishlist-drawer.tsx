import { useNavigate } from 'react-router-dom'
import { paths } from '../../config/paths.ts'
import { WishlistPanel } from '../../features/wishlist/wishlist-panel.tsx'
import { Drawer } from '../../ui/overlay/overlay.tsx'

export function WishlistDrawer({ open, onClose }: { open: boolean; onClose: () => void }) {
  const navigate = useNavigate()
  const go = (to: string) => {
    onClose()
    navigate(to)
  }
  return (
    <Drawer title="Wishlist Items" open={open} onClose={onClose} placement="end">
      <WishlistPanel onOpenProduct={(id) => go(paths.product(id))} onView={() => go(paths.wishlist)} />
    </Drawer>
  )
}
