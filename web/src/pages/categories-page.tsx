import { type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router-dom'
import { readId } from '../api/read-values.ts'
import { canonicalListPath, categoryPath, paths } from '../config/paths.ts'
import { store } from '../config/store.ts'
import { wholeListing } from '../domain/listing.ts'
import { type CategoriesState, readState } from '../domain/navigation-state.ts'
import { coverColour } from '../domain/product.ts'
import { AddToCartButton, addProductWithToast } from '../features/cart/add-to-cart.tsx'
import { Breadcrumbs, breadcrumbJsonLd, trailTo } from '../features/catalogue/category/breadcrumbs.tsx'
import { CategorySidebar } from '../features/catalogue/category/category-sidebar.tsx'
import { useCategories } from '../features/catalogue/category/use-categories.ts'
import {
  hasFailedRepeatedly,
  ListCount,
  ProductList,
  showProductsLabel,
} from '../features/catalogue/product-list.tsx'
import { categoryProductsQuery, categoryTilesQuery } from '../features/catalogue/queries.ts'
import { useLocation } from '../platform/location.ts'
import { useIsOnline } from '../platform/online.ts'
import { EmptyState, Failure } from '../ui/feedback/load-states.tsx'
import { ProductImage } from '../ui/media/product-image.tsx'
import { JsonLd } from '../ui/page/json-ld.tsx'
import { Link, usePathId, useQueryParams } from '../ui/page/link.tsx'
import { useSiteOrigin } from '../ui/page/metadata.tsx'
import { PageHead } from '../ui/page/page-head.tsx'
import { SidePanel } from '../ui/page/side-panel.tsx'
import '../features/catalogue/listing.scss'

const CATEGORY_PAGE_SIZE = 14
const MAX_SUBCATEGORY_TILES = 12

/** The number of placeholders while the number of top categories is unknown. They fill a phone's screen. */
const PLACEHOLDER_TILES = 6

/** The subcategories and products of a category. Without a category, shows the top-level categories. */
export default function CategoriesPage() {
  const location = useLocation()
  const params = useQueryParams()
  const pathId = usePathId()
  const state = readState<CategoriesState>(location.state)
  const categoryId = readId(state.categoryId) ?? readId(params.get('categoryId')) ?? readId(pathId)
  const { category, trail, categoriesResult, expectedTiles, products, isUnknown } =
    useShownCategory(categoryId)
  const name =
    category?.name ?? (isUnknown ? 'Category not found' : categoryId === null ? 'Categories' : 'Category')
  const origin = useSiteOrigin()

  // Copies the category from navigation state to the URL, so that the URL can be shared.
  if (categoryId !== null) params.set('categoryId', String(categoryId))

  return (
    <div className="shell page">
      {categoryId === null ? null : <Breadcrumbs trail={trail.slice(0, -1)} current={trail.at(-1)?.name} />}
      <PageHead
        title={name}
        metadata={{
          canonical:
            categoryId === null
              ? paths.categories
              : canonicalListPath(paths.category(categoryId), withoutCategory(params)),
          isHidden: isUnknown,
          description: `${name} at our shop in ${store.town}: see what is in stock, with prices in UGX.`,
        }}
      >
        {categoryId === null ? null : <ListCount query={products} params={params} />}
      </PageHead>
      {category ? <JsonLd data={breadcrumbJsonLd(trail.slice(0, -1), name, origin)} /> : null}
      {categoryId === null && !categoriesResult.data && hasFailedRepeatedly(categoriesResult) ? (
        <MissingCategories query={categoriesResult} />
      ) : (
        <div className="listing-columns">
          <Sidebar categoryId={categoryId} total={products.data?.total} />
          <div>
            <CategoryTiles key={categoryId} parentId={categoryId} expected={expectedTiles} />
            {categoryId === null ? null : (
              <ProductList
                query={products}
                pageSize={CATEGORY_PAGE_SIZE}
                params={params}
                action={(product) => (
                  <AddToCartButton product={product} onAdd={(chosen) => addProductWithToast(chosen, 1)} />
                )}
                empty={isUnknown ? <UnknownCategory /> : <EmptyCategory />}
              />
            )}
          </div>
        </div>
      )}
    </div>
  )
}

/** Returns a category with its products, the way to it, and whether the host doesn't have it. */
function useShownCategory(categoryId: number | null) {
  const { list: categoriesResult, categories, isLazy, isNaming } = useCategories({ current: categoryId })
  const category = categories.find(({ id }) => id === categoryId)
  // A host that lists roots only doesn't tell how many subcategories a root has.
  const isUncounted = isLazy && category?.parent_id === 0
  const { data, ...request } = useQuery({
    ...categoryProductsQuery(categoryId ?? 0),
    enabled: categoryId !== null,
  })
  return {
    category,
    trail: trailTo(categoryId, categories),
    categoriesResult,
    /** The number of subcategories to reserve space for. */
    expectedTiles:
      categoriesResult.isPending || isUncounted
        ? hasFailedRepeatedly(categoriesResult)
          ? 0
          : PLACEHOLDER_TILES
        : categories.filter(({ parent_id }) => parent_id === (categoryId ?? 0)).length,
    products: { ...request, data: data && wholeListing(data) },
    isUnknown:
      categoryId !== null && categoriesResult.isSuccess && !category && !isNaming && data?.length === 0,
  }
}

type SidebarProps = { categoryId: number | null; total: number | undefined }

/** @param props.total the number of products in the category; undefined while unknown */
function Sidebar({ categoryId, total }: SidebarProps) {
  const navigate = useNavigate()
  const open = (id: number | null) => {
    navigate(id === null ? paths.categories : categoryPath(id), {
      state: id === null ? null : { categoryId: id },
    })
  }
  return (
    <SidePanel label="Browse categories" done={categoryId === null ? undefined : showProductsLabel(total)}>
      <CategorySidebar selected={categoryId} onSelect={open} />
    </SidePanel>
  )
}

function UnknownCategory() {
  return (
    <EmptyState
      title="We don't have this category."
      text="The link may be old. Look in the others, or search at the top of the page."
      leadsTo={{ to: paths.categories, text: 'All categories' }}
    />
  )
}

function EmptyCategory() {
  return (
    <EmptyState
      title="No products here yet."
      text="We may still be able to find it for you."
      leadsTo={{ to: paths.specialOrder, text: 'Special order' }}
    />
  )
}

/** Removes the category's parameter, because the canonical path contains the category. */
function withoutCategory(params: URLSearchParams): URLSearchParams {
  const other = new URLSearchParams(params)
  other.delete('categoryId')
  return other
}

/** Shown if the top-level categories failed to load. */
function MissingCategories({
  query,
}: {
  query: Pick<UseQueryResult, 'isError' | 'failureCount' | 'refetch'>
}) {
  const isOnline = useIsOnline()
  const client = useQueryClient()
  const retry = async () => {
    await query.refetch()
    await client.refetchQueries(categoryTilesQuery(null))
  }
  return isOnline ? (
    <Failure
      message="We couldn't load the categories."
      onRetry={query.isError ? () => void retry() : undefined}
    />
  ) : (
    <Failure message="You're offline. The categories will appear as soon as you're back online." />
  )
}

type Props = {
  parentId: number | null
  /** The number of subcategories to reserve space for. */
  expected: number
}

function CategoryTiles({ parentId, expected }: Props) {
  const query = useQuery(categoryTilesQuery(parentId))
  const { data, isPending } = query
  const tiles = (data ?? []).filter((tile) => tile.firstProductImage !== null).slice(0, MAX_SUBCATEGORY_TILES)
  const className = parentId === null ? 'tiles tiles-alone' : 'tiles'
  if (isPending) {
    return expected === 0 || hasFailedRepeatedly(query) ? null : (
      <ul className={className} aria-hidden="true">
        {Array.from({ length: Math.min(expected, MAX_SUBCATEGORY_TILES) }, (_, index) => index).map(
          (index) => (
            // Trap: if a placeholder and a tile shared a key, React would move the placeholder to the tile's position.
            <li key={`plate-${index}`}>
              <span className="skeleton tile-plate" />
            </li>
          ),
        )}
      </ul>
    )
  }
  if (tiles.length === 0) return null
  return (
    <ul className={className} aria-label="Subcategories">
      {tiles.map((tile) => (
        <li key={tile.id}>
          <Link
            to={categoryPath(tile.id)}
            state={{ categoryId: tile.id }}
            className={`tile tint-${coverColour(tile.id)}`}
          >
            <ProductImage file={tile.firstProductImage} name={tile.name} alt="" />
            <span className="tile-name">{tile.name}</span>
          </Link>
        </li>
      ))}
    </ul>
  )
}
