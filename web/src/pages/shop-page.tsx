import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { useNavigate } from 'react-router-dom'
import { readId } from '../api/read-values.ts'
import { BOOKS_CATEGORY_ID, limits } from '../config/limits.ts'
import { listPath, paths } from '../config/paths.ts'
import { type Listing, readListing, wholeListing } from '../domain/listing.ts'
import { readState, type ShopState, specialOrderState } from '../domain/navigation-state.ts'
import { AddToCartButton, addWithinStock } from '../features/cart/add-to-cart.tsx'
import { CategorySidebar } from '../features/catalogue/category/category-sidebar.tsx'
import type { FurtherQuery } from '../features/catalogue/page-of.ts'
import { PopularBooks } from '../features/catalogue/popular-books.tsx'
import { ProductList } from '../features/catalogue/product-list.tsx'
import {
  categoriesQuery,
  categoryProductsQuery,
  furtherLatestQuery,
  latestProductsQuery,
} from '../features/catalogue/queries.ts'
import { PLACED_ORDER_KEY } from '../features/checkout/storage-keys.ts'
import { readIsbn } from '../features/search/isbn.ts'
import { furtherFoundQuery, searchQuery } from '../features/search/queries.ts'
import {
  PENDING_RANKING,
  type Ranking,
  rankedProducts,
  searchTitle,
  UNRANKED,
} from '../features/search/ranking.ts'
import { useIsHydrated } from '../platform/hydration.ts'
import { useLocation } from '../platform/location.ts'
import { readStored } from '../platform/storage.ts'
import { ErrorBoundary } from '../ui/feedback/error-boundary.tsx'
import { EmptyState } from '../ui/feedback/load-states.tsx'
import { GENTLY } from '../ui/feedback/sayings.ts'
import { lazyPart } from '../ui/loading/lazy-part.tsx'
import { Icon } from '../ui/media/icon.tsx'
import { Link, useQueryParams } from '../ui/page/link.tsx'
import { PageHead } from '../ui/page/page-head.tsx'
import { SidePanel } from '../ui/page/side-panel.tsx'
import '../features/catalogue/listing.scss'

const PlacedNotice = lazyPart(() =>
  import('../features/checkout/placed-notice.tsx').then(({ PlacedNotice }) => PlacedNotice),
)

const SearchRanking = lazyPart(
  () => import('../features/search/use-ranking.tsx').then(({ SearchRanking }) => SearchRanking),
  {
    waiting: ({ children, received }) => children(received === undefined ? UNRANKED : PENDING_RANKING),
    failed: (_, { children }) => children(UNRANKED),
  },
)

const badges = ['All Products', 'Featured', 'Best Sellers', 'Top Rated', 'On Sale', 'In Stock']

type Requested = {
  /** '' without a search. */
  query: string
  /** Results in navigation state, which save a request. */
  carried?: Listing | undefined
  categoryId: number | null
  /** The query as typed, if `query` is its correction. */
  typed?: string
}

/**
 * Lists search results, the products of a category or the latest products. The URL contains the query or category, so
 * that it can be shared and reloaded.
 */
function ShopListing() {
  const location = useLocation()
  const navigate = useNavigate()
  const params = useQueryParams()
  const state = readState<ShopState>(location.state)

  const query = (params.get('q') ?? state.query ?? '').trim()
  const carried = Array.isArray(state.results)
    ? readListing({ products: state.results, total_size: state.total })
    : undefined
  const searching = query !== '' || carried !== undefined
  const categoryId = searching ? null : (readId(state.categoryId) ?? readId(params.get('categoryId')))

  const select = (id: number | null) => {
    navigate(id === null ? paths.shop : `${paths.shop}?categoryId=${id}`, {
      state: id === null ? null : { categoryId: id },
    })
  }
  return (
    <div className="listing-columns">
      <SidePanel label="Browse categories">
        <SidebarSearch />
        <CategorySidebar selected={categoryId} onSelect={select} />
        <ErrorBoundary fallback={() => null}>
          <PopularBooks />
        </ErrorBoundary>
      </SidePanel>
      <div>
        <ul className="listing-badges">
          {badges.map((badge) => (
            <li key={badge}>{badge}</li>
          ))}
        </ul>
        <Results query={query} carried={carried} categoryId={categoryId} />
      </div>
    </div>
  )
}

function Results({ query, carried, categoryId, typed }: Requested) {
  const searching = query !== '' || carried !== undefined
  const { shown, byIsbn, title } = useListing({ query, carried, categoryId })
  const further = searching
    ? (listing: Listing, page: number) => furtherFoundQuery(query, listing, page)
    : categoryId === null
      ? furtherLatestQuery
      : undefined

  const list = (ranking: Ranking) => {
    if (ranking.corrected !== null && typed === undefined)
      return <Results query={ranking.corrected} categoryId={null} typed={query} />
    return (
      <RankedList
        query={query}
        typed={typed}
        shown={shown}
        ranking={ranking}
        title={title}
        arrangedTitle={!searching && categoryId === null ? 'All products' : undefined}
        further={further}
        isIsbn={byIsbn}
      />
    )
  }
  if (query === '') return list(UNRANKED)
  const hasResponse = shown.data !== undefined || shown.isError
  return (
    <SearchRanking
      key={query}
      query={query}
      received={hasResponse ? (shown.data?.products ?? null) : undefined}
      more={categoryProductsQuery(BOOKS_CATEGORY_ID)}
    >
      {list}
    </SearchRanking>
  )
}

/** The response for a search, a category or the latest products, and its title. */
function useListing({ query, carried, categoryId }: Omit<Requested, 'typed'>) {
  const searching = query !== '' || carried !== undefined
  const found = useQuery({ ...searchQuery(query), ...(carried ? { enabled: false } : {}) })
  const ofCategory = useQuery({ ...categoryProductsQuery(categoryId ?? 0), enabled: categoryId !== null })
  const latest = useQuery({ ...latestProductsQuery(), enabled: !searching && categoryId === null })
  const { data: categories = [] } = useQuery({ ...categoriesQuery(), enabled: categoryId !== null })

  const category = { ...ofCategory, data: ofCategory.data && wholeListing(ofCategory.data) }
  const requested = searching ? found : categoryId === null ? latest : category
  const response = carried ? { ...found, data: carried, isPending: false, isError: false } : requested

  // The host searches only names, so an ISBN is looked up in the books that the sidebar also shows.
  const isbn = readIsbn(query)
  const books = useQuery({ ...categoryProductsQuery(BOOKS_CATEGORY_ID), enabled: isbn !== null })
  const byIsbn = isbn !== null && !books.isError && response.data?.total === 0
  const withIsbn = books.data?.filter(({ tax }) => readIsbn(tax) === isbn)
  const title = searching
    ? 'Search results'
    : categoryId === null
      ? 'Latest products'
      : (categories.find(({ id }) => id === categoryId)?.name ?? 'Products')
  return {
    shown: byIsbn ? { ...books, data: withIsbn && wholeListing(withIsbn) } : response,
    byIsbn,
    title,
  }
}

type RankedProps = {
  query: string
  typed: string | undefined
  shown: ReturnType<typeof useListing>['shown']
  ranking: Ranking
  /** The heading of a list that is not a search. */
  title: string
  arrangedTitle: string | undefined
  further: FurtherQuery | undefined
  isIsbn: boolean
}

/** The list, with the index's products around the host's. */
function RankedList({ query, typed, shown, ranking, title, further, isIsbn, ...rest }: RankedProps) {
  const params = useQueryParams()
  const page = readId(params.get('page')) ?? 1
  const { isPending, before, seenAt } = ranking
  const isGuess = ranking.isGuess || typed !== undefined
  const { data } = shown
  const isAlone = (data === undefined || data.total === 0) && before.length > 0
  // The index completes lists that have one page, and is ahead of longer ones.
  const isWhole = data !== undefined && data.total <= data.products.length
  const isRanked = query !== '' && (isAlone || isWhole)
  const ranked = isRanked ? wholeListing(rankedProducts(ranking, data?.products ?? [], query)) : data
  return (
    <>
      {typed !== undefined && (
        <p>
          Showing results for <strong>{query}</strong>.
        </p>
      )}
      <ProductList
        {...rest}
        searched={query}
        title={query === '' ? title : searchTitle(typed ?? query, { isGuess })}
        query={
          isPending
            ? { ...shown, data: undefined, isPending: true, isError: false }
            : { ...shown, data: ranked, dataUpdatedAt: Math.min(shown.dataUpdatedAt || seenAt, seenAt) }
        }
        further={isRanked ? undefined : further}
        arrange={
          isRanked || query === ''
            ? undefined
            : (products) =>
                rankedProducts({ ...ranking, after: [] }, products, query).slice(
                  page === 1 ? 0 : before.length,
                )
        }
        pageSize={limits.shopPageSize}
        params={params}
        action={(product) => <AddToCartButton product={product} onAdd={addWithinStock} />}
        empty={<NoResults query={query} isIsbn={isIsbn} />}
      />
      {isGuess ? (
        <p className="mt-3">
          Not what you meant?{' '}
          <Link to={paths.specialOrder} state={specialOrderState(typed ?? query)}>
            Ask us to find it
          </Link>
          .
        </p>
      ) : null}
    </>
  )
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
  const isHydrated = useIsHydrated()
  const isSearch = params.has('q') || query !== undefined || results !== undefined
  const isPlaced = !isSearch && isHydrated && readStored(PLACED_ORDER_KEY) !== null
  const searched = (params.get('q') ?? query ?? '').trim()
  return (
    <div className="shell page">
      {/* Hidden above search results, which it would push below the fold. */}
      {isPlaced ? <PlacedNotice /> : null}
      <PageHead
        title="Shop"
        tab={isPlaced ? 'Order placed' : searched ? `Search: ${searched}` : 'Shop'}
        facts={{ canonical: listPath(paths.shop, params, query) }}
      />
      <ShopListing />
    </div>
  )
}

/** The search results page, which has a URL that can be shared. */
export function SearchPage() {
  const params = useQueryParams()
  const query = params.get('q')?.trim() ?? ''
  return (
    <div className="shell page">
      <PageHead title="Search" tab={query === '' ? 'Search' : `Search: ${query}`} />
      <ShopListing />
    </div>
  )
}

/** The sidebar's search box. Looks disabled, does nothing, and is skipped by the Tab key. */
function SidebarSearch() {
  const reasonId = useId()
  return (
    <form className="search-box side-inert" onSubmit={(event) => event.preventDefault()}>
      <input
        type="search"
        aria-label="Search in the shop"
        aria-describedby={reasonId}
        placeholder="Search in the shop"
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
