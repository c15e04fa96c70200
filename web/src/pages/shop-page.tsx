import { useQuery } from '@tanstack/react-query'
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom'
import { readId } from '../api/read-values.ts'
import { BOOKS_CATEGORY_ID, limits } from '../config/limits.ts'
import { paths } from '../config/paths.ts'
import { type Listing, readListing, wholeListing } from '../domain/listing.ts'
import { readState, type ShopState, stateOfNavigation } from '../domain/navigation-state.ts'
import { addWithinStock } from '../features/cart/add-product.ts'
import { AddToCartButton } from '../features/cart/add-to-cart-button.tsx'
import { CategorySidebar } from '../features/catalogue/category/category-sidebar.tsx'
import { PopularBooks } from '../features/catalogue/popular-books.tsx'
import { ProductList } from '../features/catalogue/product-list.tsx'
import {
  categoriesQuery,
  categoryProductsQuery,
  furtherLatestQuery,
  latestProductsQuery,
} from '../features/catalogue/queries.ts'
import { PLACED_ORDER_KEY } from '../features/checkout/storage-keys.ts'
import { InertSearch } from '../features/search/inert-search.tsx'
import { readIsbn } from '../features/search/isbn.ts'
import { furtherFoundQuery, prefixFirst, searchQuery } from '../features/search/queries.ts'
import { readText } from '../platform/storage.ts'
import { EmptyState } from '../ui/feedback/empty-state.tsx'
import { ErrorBoundary } from '../ui/feedback/error-boundary.tsx'
import { lazyPart } from '../ui/loading/lazy-part.tsx'
import { SidePanel } from '../ui/overlay/side-panel.tsx'
import { Link } from '../ui/page/link.tsx'
import { PageHead } from '../ui/page/page-head.tsx'
import '../features/catalogue/listing.scss'

/** Few visits come from a payment: its code is not in the page's first load. */
const PlacedNotice = lazyPart(() =>
  import('../features/checkout/placed-notice.tsx').then(({ PlacedNotice }) => PlacedNotice),
)

/** What the search index adds comes after the page itself. */
const AlsoInShop = lazyPart(() =>
  import('../features/search/also-in-shop.tsx').then(({ AlsoInShop }) => AlsoInShop),
)

const badges = ['All Products', 'Featured', 'Best Sellers', 'Top Rated', 'On Sale', 'In Stock']

/**
 * The shop's products: search results, a category's, or the latest, in this order. Navigation state saves a
 * fetch; the address says the same, so that it can be shared, refreshed and gone back to.
 */
function ShopListing() {
  const location = useLocation()
  const navigate = useNavigate()
  const params = new URLSearchParams(location.search)
  const state = readState<ShopState>(location.state)

  const query = (params.get('q') ?? state.query ?? '').trim()
  const carried = Array.isArray(state.results)
    ? readListing({ products: state.results, total_size: state.total })
    : undefined
  const searching = query !== '' || carried !== undefined
  const categoryId = searching ? null : (readId(state.categoryId) ?? readId(params.get('categoryId')))

  const found = useQuery({ ...searchQuery(query), ...(carried ? { enabled: false } : {}) })
  const ofCategory = useQuery({ ...categoryProductsQuery(categoryId ?? 0), enabled: categoryId !== null })
  const latest = useQuery({ ...latestProductsQuery(), enabled: !searching && categoryId === null })
  const { data: categories = [] } = useQuery({ ...categoriesQuery(), enabled: categoryId !== null })

  const category = { ...ofCategory, data: ofCategory.data && wholeListing(ofCategory.data) }
  const requested = searching ? found : categoryId === null ? latest : category
  const response = carried ? { ...found, data: carried, isPending: false, isError: false } : requested

  // The host looks into names only. The sidebar's books bring their ISBNs, so that looking there costs no data.
  const isbn = readIsbn(query)
  const books = useQuery({ ...categoryProductsQuery(BOOKS_CATEGORY_ID), enabled: isbn !== null })
  const byIsbn = isbn !== null && !books.isError && response.data?.total === 0
  const withIsbn = books.data?.filter(({ tax }) => readIsbn(tax) === isbn)
  const shown = byIsbn ? { ...books, data: withIsbn && wholeListing(withIsbn) } : response
  const further = searching
    ? (listing: Listing, page: number) => furtherFoundQuery(query, listing, page)
    : categoryId === null
      ? furtherLatestQuery
      : undefined
  const title = searching
    ? query === ''
      ? 'Search results'
      : `Results for “${query}”`
    : categoryId === null
      ? 'Latest products'
      : (categories.find(({ id }) => id === categoryId)?.name ?? 'Products')

  const page = readId(params.get('page')) ?? 1
  const hasResponse = shown.data !== undefined || shown.isError

  const changeAddress = (next: URLSearchParams) =>
    navigate({ pathname: location.pathname, search: String(next) }, { state: location.state })
  const select = (id: number | null) => {
    navigate(id === null ? paths.shop : `${paths.shop}?categoryId=${id}`, {
      state: id === null ? null : { categoryId: id },
    })
  }

  return (
    <div className="with-side">
      <SidePanel label="Browse categories">
        <InertSearch />
        <CategorySidebar selected={categoryId} onSelect={select} />
        <ErrorBoundary fallback={() => null}>
          <PopularBooks />
        </ErrorBoundary>
      </SidePanel>
      <div>
        <ul className="badge-bar">
          {badges.map((badge) => (
            <li key={badge}>{badge}</li>
          ))}
        </ul>
        <ProductList
          title={title}
          query={shown}
          further={further}
          arrange={searching ? (products) => prefixFirst(products, query) : undefined}
          pageSize={limits.shopPageSize}
          params={params}
          onParams={changeAddress}
          action={(product) => <AddToCartButton product={product} onAdd={addWithinStock} />}
          empty={
            <EmptyState
              title={query === '' ? 'No products found.' : `No products found for “${query}”.`}
              text={
                byIsbn
                  ? 'None of our books shows this ISBN. Try its title, or ask us to find it for you.'
                  : 'Try fewer words, or ask us to find it for you.'
              }
              saying="Akwata mpola atuuka wala. Who goes gently goes far."
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
                    state={stateOfNavigation(query)}
                  >
                    Special order
                  </Link>
                </div>
              }
            />
          }
        />
        {query !== '' && page === 1 && hasResponse ? (
          <AlsoInShop query={query} received={shown.data?.products ?? null} />
        ) : null}
      </div>
    </div>
  )
}

/** The shop: the latest products, a category's, or the results of a search in the header. */
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
      {readText(PLACED_ORDER_KEY) === null ? null : <PlacedNotice />}
      <ShopListing />
    </div>
  )
}

/** The results of a query, at an address that can be shared. */
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
