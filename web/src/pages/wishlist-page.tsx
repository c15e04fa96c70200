import { PageHead } from '../ui/page-head.tsx'

export function WishlistPage() {
  return <PageHead title="My Wishlist" />
}
