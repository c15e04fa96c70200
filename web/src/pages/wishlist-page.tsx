import { useQuery } from '@tanstack/react-query'
import { readId } from '../api/read-values.ts'
import { useOwner, useToken } from '../api/session.ts'
import { whatsappUrl } from '../config/contact-urls.ts'
import { paths } from '../config/paths.ts'
import { BOOKS_CATEGORY_ID, store } from '../config/store.ts'
import { customerQuery } from '../domain/customer.ts'
import type { ShopProduct } from '../domain/product.ts'
import { AddToCartButton, addOneWithinStock } from '../features/cart/add-to-cart.tsx'
import { BookLinks } from '../features/catalogue/category/book-links.tsx'
import { ProductGridSkeleton } from '../features/catalogue/product-grid.tsx'
import { categoryProductsQuery } from '../features/catalogue/queries.ts'
import { SearchBox } from '../features/search/search-box.tsx'
import { useRemoveFromWishlist, useWishlistError } from '../features/wishlist/changes.ts'
import { LIST_FAILURE, useWishlist } from '../features/wishlist/queries.ts'
import { sharedWishlistQuery } from '../features/wishlist/shared-wishlist.ts'
import { useWishMarks } from '../features/wishlist/wish-marks.ts'
import { useLocation } from '../platform/location.ts'
import { DeletionChip } from '../ui/feedback/deletion-chip.tsx'
import { EmptyState, Failure, ONE_BY_ONE, useIsOverdue } from '../ui/feedback/load-states.tsx'
import { UndoNote } from '../ui/feedback/undo-note.tsx'
import { Icon, IconButton } from '../ui/media/icon.tsx'
import { ProductCard } from '../ui/media/product-card.tsx'
import { PricesAsOf } from '../ui/page/as-of.tsx'
import { Link, useQueryParams } from '../ui/page/link.tsx'
import { PageHead } from '../ui/page/page-head.tsx'
import { PriceLine } from '../ui/page/price-line.tsx'
import { SidePanel } from '../ui/page/side-panel.tsx'
import { StockChip } from '../ui/page/stock-chip.tsx'
import '../features/catalogue/listing.scss'

const SEARCH_DEBOUNCE_MS = 500

/** The shopper's own wishlist or, with `?user=` and at its own path, a shared wishlist. */
export default function WishlistPage() {
  const params = useQueryParams()
  const isLinked = useLocation().pathname.startsWith(paths.sharedWishlist)
  const isShared = params.has('user') || isLinked
  const sharer = readId(params.get('user')?.trim())

  return (
    <div className="shell page">
      <PageHead title={isLinked ? 'A shared wishlist' : 'My Wishlist'} />
      {isShared ? <SharedNotice sharer={sharer} /> : <ShareOwn />}
      <div className="listing-columns">
        <SidePanel label="Find more books">
          <SearchBox
            label="Search for books"
            debounce={SEARCH_DEBOUNCE_MS}
            more={categoryProductsQuery(BOOKS_CATEGORY_ID)}
          />
          <BookLinks />
        </SidePanel>
        <div>
          {!isShared ? (
            <OwnList />
          ) : sharer === null ? (
            <EmptyState
              title="This link doesn't work."
              text="It may be incomplete. Ask for the link again."
              leadsTo={{ to: paths.shop, text: 'Shop now' }}
            />
          ) : (
            <WishlistItems key={sharer} sharer={String(sharer)} />
          )}
        </div>
      </div>
    </div>
  )
}

/** Explains that the list is shared. The host's response doesn't contain the owner's name. */
function SharedNotice({ sharer }: { sharer: number | null }) {
  const { data: visitor } = useQuery(customerQuery(useToken()))
  if (sharer === null) return null
  return (
    <p className="notice mt-3">
      <span>
        {visitor?.id === sharer
          ? 'This is how others see your list.'
          : 'Somebody has shared this list with you.'}{' '}
        <Link to={paths.wishlist}>See your own</Link>
      </span>
    </p>
  )
}

function OwnList() {
  const token = useToken()
  const customer = useOwner()
  // The customer is deleted at a log-out, and kept when a log-in expires.
  if (token === null && customer !== null)
    return (
      <EmptyState
        title="Your log-in has expired."
        text="Your wishlist is safe. Log in to see it."
        saying={ONE_BY_ONE}
        action={
          <Link className="btn btn-primary" to={paths.account} state={{ returnTo: paths.wishlist }}>
            Log in
          </Link>
        }
      />
    )
  return <WishlistItems key={token} sharer={null} />
}

const NONE: readonly ShopProduct[] = []

/** The placeholders of a list of unknown length. They fill a screen. */
const PLACEHOLDERS = 8

/** The time after which the placeholders are replaced, in milliseconds. */
const LOADING_TIMEOUT_MS = 5000

/** Below the title of an empty list, which is literal, also while the list is awaited. */
const OWN_TEXTS = {
  empty: 'Tap the heart on a product to keep it for later.',
  late: "So far: the shop hasn't sent your list yet. Nothing on it is lost.",
  failure: LIST_FAILURE,
} as const
const SHARED_TEXTS = {
  empty: "Nothing is on this shared list yet, or its link isn't complete.",
  late: "So far: the shop hasn't sent this shared list yet.",
  failure: "We couldn't load this wishlist.",
} as const

/** @param props.sharer the owner's id of a shared wishlist; null for the shopper's own wishlist, which is editable */
function WishlistItems({ sharer }: { sharer: string | null }) {
  const token = useToken()
  const isOwn = sharer === null
  const ownList = useWishlist(token, isOwn)
  const shared = useQuery(sharedWishlistQuery(sharer))
  const requested = isOwn ? ownList : shared
  const hasList = isOwn ? ownList.hasList : shared.data !== undefined
  const hasFailed = requested.isError && !hasList
  const texts = isOwn ? OWN_TEXTS : SHARED_TEXTS
  const { data: products = [], isLoading } = requested
  const { remove, pendingId, removed, undo } = useRemoveFromWishlist()
  const error = useWishlistError()
  const markOf = useWishMarks(isOwn && hasList ? products : NONE)
  const isLate = useIsOverdue(isLoading, LOADING_TIMEOUT_MS)

  return (
    <>
      {isOwn && error !== null && !products.some(({ id }) => id === error.productId) ? (
        <Failure message={error.text} />
      ) : null}
      {isOwn ? (
        <div className={removed ? 'mb-3' : ''}>
          <UndoNote text={removed && `${removed.name} removed.`} onUndo={undo} />
        </div>
      ) : null}
      {hasFailed ? <Failure message={texts.failure} onRetry={() => void requested.refetch()} /> : null}
      {isLoading && !isLate ? (
        <ProductGridSkeleton count={PLACEHOLDERS} />
      ) : products.length > 0 ? (
        <>
          {hasList ? <PricesAsOf at={requested.dataUpdatedAt} /> : null}
          <ul className="product-grid">
            {products.map((product, index) => (
              <WishlistItem
                key={product.id ?? `unknown-${index}`}
                product={product}
                mark={markOf(product)}
                removal={isOwn && token !== null ? { remove, pendingId, error } : null}
              />
            ))}
          </ul>
        </>
      ) : hasFailed ? null : (
        <EmptyWishlist text={isLoading ? texts.late : texts.empty} needsLogin={isOwn && token === null} />
      )}
    </>
  )
}

/** @param props.text shown unless a log-in is needed */
function EmptyWishlist({ text, needsLogin }: { text: string; needsLogin: boolean }) {
  return (
    <EmptyState
      title="Your wishlist is empty."
      text={
        needsLogin ? (
          <>
            <Link to={paths.account} state={{ returnTo: paths.wishlist }}>
              Log in
            </Link>{' '}
            to keep a wishlist.
          </>
        ) : (
          text
        )
      }
      saying={ONE_BY_ONE}
      leadsTo={{ to: paths.shop, text: 'Shop now' }}
    />
  )
}

type ItemProps = {
  product: ShopProduct
  mark: string | null
  /** null if the list can't be edited. */
  removal:
    | (Pick<ReturnType<typeof useRemoveFromWishlist>, 'remove' | 'pendingId'> & {
        error: ReturnType<typeof useWishlistError>
      })
    | null
}

function WishlistItem({ product, mark, removal }: ItemProps) {
  const { id } = product
  return (
    <li className="product-card">
      <ProductCard
        product={product}
        level="h2"
        image={
          product.images.length === 0 ? (
            <span className="image product-missing strong muted">No Image Available</span>
          ) : undefined
        }
        price={
          <PriceLine product={product}>
            <Mark text={mark} />
            <StockChip stock={product.total_stock} isLowOnly />
          </PriceLine>
        }
        action={<AddToCartButton product={product} onAdd={addOneWithinStock} />}
      />
      {removal !== null && id !== null ? (
        <>
          <IconButton
            className="product-remove"
            icon="trash"
            label={`Remove ${product.name}`}
            aria-disabled={removal.pendingId !== null}
            onClick={() => {
              if (removal.pendingId === null) removal.remove({ ...product, id })
            }}
          />
          {removal.pendingId === id && <DeletionChip verb="Removing" className="product-ongoing" />}
          {removal.error?.productId === id && (
            <p className="chip chip-none product-ongoing" role="alert">
              {removal.error.text}
            </p>
          )}
        </>
      ) : null}
    </li>
  )
}

function Mark({ text }: { text: string | null }) {
  return text === null ? null : <span className="chip chip-gold">{text}</span>
}

/** The button that shares the shopper's list, once it is known whose it is. */
function ShareOwn() {
  const token = useToken()
  const { data: customer } = useQuery(customerQuery(token))
  const { data: products } = useWishlist(token)
  if (token === null) return null
  return (
    <div className="d-flex flex-wrap align-items-center gap-2 mt-3 mb-3">
      {customer?.id == null ? null : <ShareButton user={customer.id} isEmpty={products?.length === 0} />}
    </div>
  )
}

function ShareButton({ user, isEmpty }: { user: number; isEmpty: boolean }) {
  const url = `${window.location.origin}${paths.sharedWishlist}?user=${user}`
  const link = {
    href: whatsappUrl(`Check out my wishlist on ${store.name}: ${url}`),
    target: '_blank',
    rel: 'noreferrer',
  }
  return (
    <>
      <a
        className="btn btn-outline-secondary"
        {...(isEmpty ? { role: 'link', 'aria-disabled': true, 'aria-describedby': 'share-empty' } : link)}
      >
        <Icon name="share" />
        Share by WhatsApp
      </a>
      {isEmpty && (
        <span id="share-empty" className="muted small">
          Nothing to share yet.
        </span>
      )}
    </>
  )
}
