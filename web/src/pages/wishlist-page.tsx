import { useQuery } from '@tanstack/react-query'
import { readId } from '../api/read-values.ts'
import { useOwner, useToken } from '../api/session.ts'
import { categoryPath, paths, whatsappUrl } from '../config/paths.ts'
import { BOOKS_CATEGORY_ID, store } from '../config/store.ts'
import { customerQuery } from '../domain/customer.ts'
import type { ShopProduct } from '../domain/product.ts'
import { AddToCartButton, addWithinStock } from '../features/cart/add-to-cart.tsx'
import { useCategories } from '../features/catalogue/category/use-categories.ts'
import { ProductGridSkeleton } from '../features/catalogue/product-grid.tsx'
import { categoryProductsQuery } from '../features/catalogue/queries.ts'
import { SearchBox } from '../features/search/search-box.tsx'
import { useRemoveFromWishlist, useWishlistError } from '../features/wishlist/changes.ts'
import { useWishMarks } from '../features/wishlist/last-visit.ts'
import { LIST_FAILURE, sharedWishlistQuery, useWishlist } from '../features/wishlist/queries.ts'
import { EmptyState, Failure, ONE_BY_ONE, useIsOverdue } from '../ui/feedback/load-states.tsx'
import { UndoNote } from '../ui/feedback/undo-note.tsx'
import { Icon, IconButton } from '../ui/media/icon.tsx'
import { CardContent } from '../ui/media/image-link.tsx'
import { Link, useQueryParams } from '../ui/page/link.tsx'
import { PageHead } from '../ui/page/page-head.tsx'
import { Price } from '../ui/page/price-line.tsx'
import { SidePanel } from '../ui/page/side-panel.tsx'
import '../features/catalogue/listing.scss'

const SEARCH_DEBOUNCE_MS = 500

/** The shopper's own wishlist or, with `?user=`, the shared wishlist of that user. */
export default function WishlistPage() {
  const params = useQueryParams()
  const token = useToken()
  const known = useOwner()
  const user = params.get('user')?.trim() || null
  const owner = readId(user)
  const isOwn = user === null && token !== null
  // A log-out forgets the customer, an expired log-in does not.
  const isExpired = user === null && token === null && known !== null
  const { categories } = useCategories({ opened: BOOK_ROOTS })
  const { data: customer } = useQuery({ ...customerQuery(token), enabled: isOwn })

  return (
    <div className="shell page">
      <PageHead title="My Wishlist" />
      {user === null ? null : (
        <p className="notice mt-3">
          <span>
            {owner === null ? 'Somebody' : `Customer ${owner}`} has shared this list with you.{' '}
            <Link to={paths.wishlist}>See your own</Link>
          </span>
        </p>
      )}
      {isOwn ? (
        <div className="mt-3 mb-3">{customer?.id != null ? <ShareButton user={customer.id} /> : null}</div>
      ) : null}
      <div className="listing-columns">
        <SidePanel label="Find more books">
          <SearchBox
            label="Search for books"
            debounce={SEARCH_DEBOUNCE_MS}
            more={categoryProductsQuery(BOOKS_CATEGORY_ID)}
          />
          <BookLinks categories={categories} />
        </SidePanel>
        <div>
          {isExpired ? (
            <EmptyState
              title="Your log-in has expired."
              text="Your wishlist is safe. Log in to see it."
              saying={ONE_BY_ONE}
              leadsTo={{ to: paths.account, text: 'Log in' }}
            />
          ) : (
            <WishlistItems key={user ?? 'own'} user={user} />
          )}
          {token === null && user === null && !isExpired ? (
            <p className="text-center">
              <Link to={paths.account}>Log in</Link> to keep a wishlist.
            </p>
          ) : null}
        </div>
      </div>
    </div>
  )
}

const NONE: readonly ShopProduct[] = []

/** The names of `BookLinks` are below this category. */
const BOOK_ROOTS = [BOOKS_CATEGORY_ID]

/** The placeholders of a list of unknown length. They fill a screen. */
const PLACEHOLDERS = 8

/** The time after which the placeholders are replaced, in milliseconds. */
const LOADING_TIMEOUT_MS = 5000

/** @param props.user the owner's id of a shared wishlist; null for the shopper's own wishlist, which is editable */
function WishlistItems({ user }: { user: string | null }) {
  const token = useToken()
  const ownList = useWishlist(token, user === null)
  const shared = useQuery(sharedWishlistQuery(user))
  const requested = user === null ? ownList : shared
  const { data: products = [], isLoading } = requested
  const { remove, isPending, removed, undo } = useRemoveFromWishlist()
  const error = useWishlistError()
  const markOf = useWishMarks(user === null ? products : NONE)
  const late = useIsOverdue(isLoading, LOADING_TIMEOUT_MS)

  return (
    <>
      {user === null && error !== null ? <Failure message={error} /> : null}
      {user === null ? <UndoNote text={removed && `${removed.name} removed.`} onUndo={undo} /> : null}
      {isLoading && !late ? (
        <ProductGridSkeleton count={PLACEHOLDERS} />
      ) : requested.isError && requested.data === undefined ? (
        <Failure message={LIST_FAILURE} onRetry={() => void requested.refetch()} />
      ) : products.length === 0 ? (
        <EmptyState
          title="Your wishlist is empty."
          text={isLoading ? "It's still on its way." : 'Tap the heart on a product to keep it for later.'}
          saying={ONE_BY_ONE}
          leadsTo={{ to: paths.shop, text: 'Shop now' }}
        />
      ) : (
        <ul className="product-grid">
          {products.map((product, at) => (
            <li key={`${product.id}-${at}`} className="product-card">
              <CardContent
                product={product}
                level="h2"
                image={
                  product.images.length === 0 ? (
                    <span className="image product-missing strong muted">No Image Available</span>
                  ) : undefined
                }
                price={
                  <span className="price-line">
                    <Price amount={product.price} className="price-now" />
                    <Mark text={markOf(product)} />
                  </span>
                }
                action={<AddToCartButton product={product} onAdd={addWithinStock} />}
              />
              {user === null && token !== null && product.id !== null ? (
                <IconButton
                  className="product-remove"
                  icon="trash"
                  label={`Remove ${product.name}`}
                  aria-disabled={isPending}
                  onClick={() => isPending || remove({ ...product, id: product.id ?? 0 })}
                />
              ) : null}
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

function Mark({ text }: { text: string | null }) {
  return text === null ? null : <span className="chip chip-gold">{text}</span>
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
  const url = `${window.location.origin}${paths.sharedWishlist}?user=${user}`
  return (
    <a
      className="btn btn-outline-secondary"
      href={whatsappUrl(`Check out my wishlist on ${store.name}: ${url}`)}
      target="_blank"
      rel="noreferrer"
    >
      <Icon name="share" />
      Share by WhatsApp
    </a>
  )
}
