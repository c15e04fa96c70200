import { useQuery } from '@tanstack/react-query'
import { useToken } from '../api/session.ts'
import { BOOKS_CATEGORY_ID, limits } from '../config/limits.ts'
import { categoryPath, paths } from '../config/paths.ts'
import { store } from '../config/store.ts'
import { customerQuery } from '../features/account/queries.ts'
import { AddToCartButton, addWithinStock } from '../features/cart/add-to-cart.tsx'
import { categoriesQuery, categoryProductsQuery } from '../features/catalogue/queries.ts'
import { SearchBox } from '../features/search/search-box.tsx'
import { WishlistItems } from '../features/wishlist/wishlist-items.tsx'
import { Icon } from '../ui/media/icon.tsx'
import { Link, useQueryParams } from '../ui/page/link.tsx'
import { PageHead } from '../ui/page/page-head.tsx'
import { SidePanel } from '../ui/page/side-panel.tsx'
import '../features/catalogue/listing.scss'

/** The shopper's own wishlist or, with `?user=`, the shared wishlist of that user. */
export default function WishlistPage() {
  const params = useQueryParams()
  const token = useToken()
  const user = params.get('user')?.trim() || null
  const isOwn = user === null && token !== null
  const { data: categories = [] } = useQuery(categoriesQuery())
  const { data: customer } = useQuery({ ...customerQuery(token), enabled: isOwn })

  return (
    <div className="shell page">
      <PageHead title="My Wishlist" facts={{ hidden: true }} />
      {isOwn ? (
        <div className="listing-actions">
          {customer?.id != null ? <ShareButton user={customer.id} /> : null}
        </div>
      ) : null}
      <div className="listing-columns">
        <SidePanel label="Find more books">
          <SearchBox
            label="Search for books"
            debounce={limits.sidebarSearchDebounce}
            more={categoryProductsQuery(BOOKS_CATEGORY_ID)}
          />
          <BookLinks categories={categories} />
        </SidePanel>
        <div>
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

const names = ['Textbooks', 'Novels and stories', "Children's books", 'Revision guides', 'Religious books']

/** Links to categories of books. A name without a category links to all books. */
export function BookLinks({ categories }: { categories: readonly { id: number; name: string }[] }) {
  const ids = new Map(categories.map(({ id, name }) => [name.trim().toLowerCase(), id]))
  return (
    <nav className="side-block" aria-labelledby="side-books">
      <h2 className="h3" id="side-books">
        Books
      </h2>
      <ul className="side-links">
        {names.map((name) => {
          const categoryId = ids.get(name.toLowerCase()) ?? BOOKS_CATEGORY_ID
          return (
            <li key={name}>
              <Link to={categoryPath(categoryId)} state={{ categoryId }}>
                {name}
              </Link>
            </li>
          )
        })}
      </ul>
    </nav>
  )
}

function ShareButton({ user }: { user: number }) {
  return (
    <a
      className="btn btn-outline-secondary"
      href={shareUrl(user, window.location.origin)}
      target="_blank"
      rel="noreferrer"
    >
      <Icon name="share" />
      Share by WhatsApp
    </a>
  )
}

export function sharedWishlistLink(user: number, origin: string): string {
  return `${origin}${paths.sharedWishlist}?user=${user}`
}

/** Returns a WhatsApp URL with a message that links to the shared wishlist. */
export function shareUrl(user: number, origin: string): string {
  const message = `Check out my wishlist on ${store.name}: ${sharedWishlistLink(user, origin)}`
  return `https://wa.me/?text=${encodeURIComponent(message)}`
}
