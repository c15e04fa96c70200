import { PageHead } from '../ui/page-head.tsx'
import { ShopListing } from './shop-listing.tsx'

export function ShopPage() {
  return (
    <div className="shell page">
      <PageHead title="Shop" />
      <ShopListing />
    </div>
  )
}
