import { useSearchParams } from 'react-router-dom'
import { PageHead } from '../ui/page-head.tsx'
import { ShopListing } from './shop-listing.tsx'

/** The shop's listing for a query, under an address that can be shared. */
export function SearchPage() {
  const [params] = useSearchParams()
  const query = params.get('q')?.trim() ?? ''
  return (
    <div className="shell page">
      <PageHead title="Search" tab={query === '' ? 'Search' : `Search: ${query}`} facts={{ hidden: true }} />
      <ShopListing />
    </div>
  )
}
