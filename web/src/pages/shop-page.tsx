import { paths } from '../lib/paths.ts'
import { PageHead } from '../ui/page-head.tsx'
import { ShopListing } from './shop-listing.tsx'

export function ShopPage() {
  return (
    <div className="shell page">
      <PageHead
        title="Shop"
        facts={{
          canonical: paths.shop,
          description:
            'Books, school supplies, electronics, fashion and things for the home, with prices in UGX.',
        }}
      />
      <ShopListing />
    </div>
  )
}
