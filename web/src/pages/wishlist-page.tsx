import { useQuery } from '@tanstack/react-query'
import { useNavigate } from 'react-router-dom'
import { useToken } from '../api/session.ts'
import { limits } from '../config/limits.ts'
import { paths, shopSearchPath } from '../config/paths.ts'
import { searchState } from '../domain/navigation-state.ts'
import { customerQuery } from '../features/account/queries.ts'
import { addWithinStock } from '../features/cart/add-product.ts'
import { AddToCartButton } from '../features/cart/add-to-cart-button.tsx'
import { categoriesQuery } from '../features/catalogue/queries.ts'
import { SearchBox } from '../features/search/search-box.tsx'
import { BookLinks } from '../features/wishlist/book-links.tsx'
import { ShareButton } from '../features/wishlist/share-button.tsx'
import { WishlistItems } from '../features/wishlist/wishlist-items.tsx'
import { SidePanel } from '../ui/overlay/side-panel.tsx'
import { Link, useQueryParams } from '../ui/page/link.tsx'
import { PageHead } from '../ui/page/page-head.tsx'
import '../features/catalogue/listing.scss'

/** The shopper's own wishlist or, with `?user=`, the shared wishlist of that user. */
export function WishlistPage() {
  const params = useQueryParams()
  const navigate = useNavigate()
  const token = useToken()
  const user = params.get('user')?.trim() || null
  const isOwn = user === null && token !== null
  const { data: categories = [] } = useQuery(categoriesQuery())
  const { data: customer } = useQuery({ ...customerQuery(token), enabled: isOwn })

  return (
    <div className="shell page">
      <PageHead ruled title="My Wishlist" facts={{ hidden: true }} />
      {isOwn ? (
        <div className="wishlist-actions">
          {customer?.id != null ? <ShareButton user={customer.id} /> : null}
        </div>
      ) : null}
      <div className="with-side">
        <SidePanel label="Find more books">
          <SearchBox
            label="Search for books"
            debounce={limits.sidebarSearchDebounce}
            onSearch={(query, found) => navigate(shopSearchPath(query), { state: searchState(query, found) })}
          />
          <BookLinks categories={categories} />
        </SidePanel>
        <div className="wishlist">
          <WishlistItems
            key={user ?? 'own'}
            user={user}
            action={(product) => <AddToCartButton product={product} onAdd={addWithinStock} />}
          />
          {token === null && user === null ? (
            <p className="text-center">
              <Link to={paths.account}>Log in</Link> to keep a wishlist.
            </p>
          ) : null}
        </div>
      </div>
    </div>
  )
}
