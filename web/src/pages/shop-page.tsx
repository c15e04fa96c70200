import { useQuery } from '@tanstack/react-query'
import { type ComponentProps, type ReactNode, useContext, useId } from 'react'
import { useNavigate } from 'react-router-dom'
import { readId } from '../api/read-values.ts'
import { CATALOGUE_STALE_MS } from '../config/delays.ts'
import { canonicalListPath, paths } from '../config/paths.ts'
import { BOOKS_CATEGORY_ID, store } from '../config/store.ts'
import { countItems } from '../domain/cart-item.ts'
import { readListing, SHOP_PAGE_SIZE, wholeListing } from '../domain/listing.ts'
import { readState, type ShopState, specialOrderState } from '../domain/navigation-state.ts'
import type { ShopProduct } from '../domain/product.ts'
import { AddToCartButton, addOneWithinStock } from '../features/cart/add-to-cart.tsx'
import { useCart } from '../features/cart/cart-store.ts'
import { CategorySidebar } from '../features/catalogue/category/category-sidebar.tsx'
import { useCategories } from '../features/catalogue/category/use-categories.ts'
import { PopularBooks } from '../features/catalogue/popular-books.tsx'
import { ListCount, ProductList, showProductsLabel } from '../features/catalogue/product-list.tsx'
import { categoryProductsQuery, latestPageQuery, latestProductsQuery } from '../features/catalogue/queries.ts'
import { usePlacedOrder } from '../features/checkout/placed/placed-order.ts'
import { readIsbn } from '../features/search/isbn.ts'
import { type SearchResults, searchPageQuery, searchQuery, searchTitle } from '../features/search/queries.ts'
import { rankedSearchQuery } from '../features/search/ranked-search.ts'
import { useIsHydrated } from '../platform/hydration.ts'
import { useLocation } from '../platform/location.ts'
import { ErrorBoundary } from '../ui/feedback/error-boundary.tsx'
import { EmptyState, GENTLY } from '../ui/feedback/load-states.tsx'
import { lazyComponent } from '../ui/loading/lazy-component.tsx'
import { Icon } from '../ui/media/icon.tsx'
import { Link, useQueryParams } from '../ui/page/link.tsx'
import { SiteContext } from '../ui/page/metadata.tsx'
import { PageHead } from '../ui/page/page-head.tsx'
import { SidePanel } from '../ui/page/side-panel.tsx'
import { OrderingContacts, WithoutScripts } from '../ui/page/without-scripts.tsx'
import '../features/catalogue/listing.scss'

const PlacedNotice = lazyComponent(() =>
  import('../features/checkout/placed/placed-notice.tsx').then((module) => module.PlacedNotice),
)

const badges = ['All Products', 'Featured', 'Best Sellers', 'Top Rated', 'On Sale', 'In Stock']

type ListingProps = {
  /** The heading of a page that lists neither a category nor results. */
  title: string
  tab: string
  canonical?: string
  isSilent?: boolean
  /** Shown between the heading and the list. */
  children?: ReactNode
}

/**
 * Lists search results, the products of a category or the latest products. The URL contains the query or category, so
 * that it can be shared and reloaded.
 */
function ShopListing({ title, tab, canonical, isSilent = false, children }: ListingProps) {
  const location = useLocation()
  const params = useQueryParams()
  const state = readState<ShopState>(location.state)

  const query = (params.get('q') ?? state.query ?? '').trim()
  const carried = carriedResults(state)
  const isSearch = query !== '' || carried !== undefined
  const categoryId = isSearch ? null : (readId(state.categoryId) ?? readId(params.get('categoryId')))
  const products = useListedProducts(categoryId, !isSearch)
  const search = useSearchResults(query, carried)
  const { heading = title, ...list } = isSearch ? search.list : products

  return (
    <>
      <PageHead title={heading} tab={tab} metadata={{ canonical }}>
        <ListCount query={list.query} params={params} />
      </PageHead>
      {children}
      {isSearch ? (
        <a className="skip-link" href="#products">
          Skip to the results
        </a>
      ) : null}
      <div className="listing-columns">
        <Sidebar categoryId={categoryId} total={list.query.data?.total} />
        <div>
          <ul className="listing-badges">
            {badges.map((badge) => (
              <li key={badge}>{badge}</li>
            ))}
          </ul>
          {isSearch && search.corrected !== null ? (
            <p>
              Showing results for <strong>{search.corrected}</strong>.
            </p>
          ) : null}
          <ProductList
            {...list}
            pageSize={SHOP_PAGE_SIZE}
            params={params}
            isSilent={isSilent}
            action={addButton}
          />
          {isSearch && search.isGuess ? (
            <p className="mt-3">
              Not what you meant?{' '}
              <Link to={paths.specialOrder} state={specialOrderState(query)}>
                Ask us to find it
              </Link>
              .
            </p>
          ) : null}
        </div>
      </div>
    </>
  )
}

type SidebarProps = { categoryId: number | null; total: number | undefined }

/** @param props.total the number of products in the list; undefined while unknown */
function Sidebar({ categoryId, total }: SidebarProps) {
  const navigate = useNavigate()
  const select = (id: number | null) => {
    navigate(id === null ? paths.shop : `${paths.shop}?categoryId=${id}`, {
      state: id === null ? null : { categoryId: id },
    })
  }
  return (
    <SidePanel label="Browse categories" done={showProductsLabel(total)}>
      <SidebarSearch />
      <CategorySidebar selected={categoryId} onSelect={select} />
      <ErrorBoundary>
        <PopularBooks />
      </ErrorBoundary>
    </SidePanel>
  )
}

/**
 * Returns the results in navigation state, which save a request while they are current. They survive a reload and Back.
 */
function carriedResults({
  results,
  total,
  prepended = 0,
  exactMatches,
  corrected,
  hostQuery,
  isGuess,
  receivedAt,
}: Partial<ShopState>) {
  if (!Array.isArray(results)) return undefined
  const listing = readListing({ products: results, total_size: total })
  return {
    listing: { ...listing, pageSize: listing.pageSize - prepended, prepended, exactMatches },
    corrected: corrected ?? null,
    ...(typeof hostQuery === 'string' ? { hostQuery } : {}),
    isGuess: isGuess === true,
    // If it is unknown, no time is shown.
    receivedAt: typeof receivedAt === 'number' ? receivedAt : 0,
  } satisfies SearchResults
}

const addButton = (product: ShopProduct) => <AddToCartButton product={product} onAdd={addOneWithinStock} />

/** The props of `ProductList`, and the list's heading if it isn't the page's. */
type ShownList = Pick<ComponentProps<typeof ProductList>, 'query' | 'pageQuery' | 'searched' | 'empty'> & {
  heading?: string | undefined
}

/** Reads the products of a category, or the latest products for null. */
function useListedProducts(categoryId: number | null, enabled: boolean): ShownList {
  const isCategory = categoryId !== null
  const ofCategory = useQuery({
    ...categoryProductsQuery(categoryId ?? 0),
    enabled: enabled && isCategory,
  })
  const latest = useQuery({ ...latestProductsQuery(), enabled: enabled && !isCategory })
  const { categories } = useCategories({ current: categoryId, enabled: enabled && isCategory })
  const empty = <NoResults query="" isIsbn={false} />
  if (!isCategory) return { query: latest, pageQuery: latestPageQuery, empty }
  return {
    heading: categories.find(({ id }) => id === categoryId)?.name,
    query: { ...ofCategory, data: ofCategory.data && wholeListing(ofCategory.data) },
    empty,
  }
}

/**
 * @param carried search results from the navigation state, which are shown without a request until they are outdated
 */
function useSearchResults(query: string, carried: SearchResults | undefined) {
  const more = categoryProductsQuery(BOOKS_CATEGORY_ID)
  const isCurrent =
    carried && !(carried.receivedAt > 0 && Date.now() - carried.receivedAt > CATALOGUE_STALE_MS)
  const search = useQuery({ ...rankedSearchQuery(query, more), ...(isCurrent ? { enabled: false } : {}) })
  // The host's results in the document, for browsers without scripts. Others show them once they are ranked.
  const isHydrated = useIsHydrated()
  const { data: rendered } = useQuery({ ...searchQuery(query), enabled: false })
  const embedded = rendered && !isHydrated ? { listing: rendered } : undefined
  const results: Partial<SearchResults> | undefined = search.data ?? carried ?? embedded

  // The host searches only names, so an ISBN is looked up in the books that the sidebar also shows.
  const isbn = readIsbn(query)
  const books = useQuery({ ...more, enabled: isbn !== null })
  const isByIsbn = isbn !== null && !books.isError && results?.listing?.total === 0
  const withIsbn = books.data?.filter((book) => readIsbn(book.isbn) === isbn)

  const {
    listing,
    isGuess = false,
    corrected = null,
    hostQuery = corrected ?? query,
    receivedAt = search.dataUpdatedAt,
  } = results ?? {}
  const listQuery = {
    ...search,
    data: listing,
    isPending: !results && search.isPending,
    dataUpdatedAt: Math.min(search.dataUpdatedAt || receivedAt, receivedAt),
  }
  const list: ShownList = {
    heading: query === '' ? 'Search results' : searchTitle(query, isGuess),
    searched: query,
    query: isByIsbn ? { ...books, data: withIsbn && wholeListing(withIsbn) } : listQuery,
    pageQuery: (listing, page) => searchPageQuery(hostQuery, listing, page),
    empty: <NoResults query={query} isIsbn={isByIsbn} />,
  }
  return { list, corrected, isGuess }
}

function NoResults({ query, isIsbn }: { query: string; isIsbn: boolean }) {
  return (
    <EmptyState
      title={query === '' ? 'No products found.' : `No products found for “${query}”.`}
      text={
        isIsbn
          ? "We don't have a book with this ISBN. Try its title, or ask us to find it for you."
          : 'Try fewer words, or ask us to find it for you.'
      }
      saying={GENTLY}
      action={
        <div className="d-flex flex-wrap gap-2">
          <Link className="btn btn-primary" to={paths.shop}>
            All products
          </Link>
          <Link className="btn btn-outline-secondary" to={paths.categories}>
            Categories
          </Link>
          <Link
            className="btn btn-outline-secondary"
            to={paths.specialOrder}
            state={specialOrderState(query)}
          >
            Special order
          </Link>
        </div>
      }
    />
  )
}

/** The shop page. Also shows the results of searches from the header. */
export default function ShopPage() {
  const params = useQueryParams()
  const { query, results } = readState<ShopState>(useLocation().state)
  const placedOrder = usePlacedOrder()
  const inCart = countItems(useCart())
  const searched = (params.get('q') ?? query ?? '').trim()
  const isPlaced = searched === '' && results === undefined && placedOrder !== null
  return (
    <div className="shell page">
      {/* Hidden above search results, which it would push below the fold. */}
      {isPlaced ? <PlacedNotice inCart={inCart} /> : null}
      <ShopListing
        title="Shop"
        tab={isPlaced ? 'Order placed' : searched ? `Search: ${searched}` : 'Shop'}
        canonical={canonicalListPath(paths.shop, params, query)}
        isSilent={isPlaced}
      />
    </div>
  )
}

/** The search results page, which has a URL that can be shared. */
export function SearchPage() {
  const params = useQueryParams()
  const query = params.get('q')?.trim() ?? ''
  const { isExact } = useContext(SiteContext)
  return (
    <div className="shell page">
      <ShopListing title="Search" tab={query === '' ? 'Search' : `Search: ${query}`}>
        {isExact ? null : (
          <WithoutScripts>
            <p>
              Search needs JavaScript and a newer browser. Look in our{' '}
              <a href={paths.categories}>categories</a>, or{' '}
              <OrderingContacts message={`Hello ${store.name}, do you have this book?`} />.
            </p>
          </WithoutScripts>
        )}
      </ShopListing>
    </div>
  )
}

/** The sidebar's search box. Looks disabled, does nothing (docs/literal.md), and is skipped by the Tab key. */
function SidebarSearch() {
  const reasonId = useId()
  return (
    <form className="search-box side-inert" onSubmit={(event) => event.preventDefault()}>
      <input
        type="search"
        aria-label="Search in the shop"
        aria-describedby={reasonId}
        placeholder="Use the search above"
        autoComplete="off"
        tabIndex={-1}
      />
      <button type="submit" aria-label="Search in the shop" aria-disabled="true" tabIndex={-1}>
        <Icon name="search" />
      </button>
      <span id={reasonId} hidden>
        This box doesn't search yet. Use the search at the top of the page.
      </span>
    </form>
  )
}
