import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useMemo } from 'react'
import { isResponseError } from '../api/response-cache.ts'
import { useToken } from '../api/session.ts'
import { paths } from '../config/paths.ts'
import { store } from '../config/store.ts'
import { distanceFromShop } from '../domain/distance.ts'
import { hostConfigQuery } from '../domain/host-config.ts'
import { formatPrice } from '../domain/money.ts'
import type { ShopProduct } from '../domain/product.ts'
import { Breadcrumbs } from '../features/catalogue/category/breadcrumbs.tsx'
import { findListedProduct } from '../features/catalogue/product/listed-product.ts'
import { useProductCategory } from '../features/catalogue/product/product-category.tsx'
import { ProductDescription } from '../features/catalogue/product/product-description.tsx'
import { ProductGallery } from '../features/catalogue/product/product-gallery.tsx'
import { ProductJsonLd, sharedImagePath } from '../features/catalogue/product/product-json-ld.tsx'
import { ProductTabs } from '../features/catalogue/product/product-tabs.tsx'
import { PurchaseFacts } from '../features/catalogue/product/purchase-facts.tsx'
import { SimilarProducts } from '../features/catalogue/product/similar-products.tsx'
import { productQuery } from '../features/catalogue/queries.ts'
import { RecentRow, rememberProduct } from '../features/catalogue/recent-products.tsx'
import { addressesQuery, defaultAddress } from '../features/delivery/address.ts'
import { useIsOnline } from '../platform/online.ts'
import { ErrorBoundary } from '../ui/feedback/error-boundary.tsx'
import { EmptyState, Failure } from '../ui/feedback/load-states.tsx'
import { Skeleton } from '../ui/loading/placeholders.tsx'
import { Icon } from '../ui/media/icon.tsx'
import { AsOf, PriceDay } from '../ui/page/as-of.tsx'
import { Link, usePathId } from '../ui/page/link.tsx'
import { Metadata } from '../ui/page/metadata.tsx'
import { PageHead } from '../ui/page/page-head.tsx'
import { PhoneText } from '../ui/page/phone-text.tsx'
import { PriceLine } from '../ui/page/price-line.tsx'
import { StockChip } from '../ui/page/stock-chip.tsx'
import { Purchase } from './product-purchase.tsx'
import '../features/catalogue/product/product.scss'

export default function ProductPage() {
  const id = usePathId()
  const isOnline = useIsOnline()
  const client = useQueryClient()
  const { data, dataUpdatedAt, isPending, isError, error, refetch } = useQuery(productQuery(id))
  const hasNoResponse = data === undefined
  const listed = useMemo(
    () => (hasNoResponse ? findListedProduct(client, id) : null),
    [client, id, hasNoResponse],
  )
  const product = data ?? listed?.product

  if (isPending && !product) {
    return (
      <div className="shell page product-page">
        <Metadata title="Product" />
        <Breadcrumbs trail={[]} />
        <ProductSkeleton />
      </div>
    )
  }
  if (!product) return <NoProduct error={error} onRetry={() => void refetch()} />
  return (
    <ProductView
      key={id}
      product={product}
      lacksDetails={listed?.lacksDetails === true && !isError}
      asOf={listed?.receivedAt ?? dataUpdatedAt}
    >
      {isError ? (
        <Failure
          message={
            isOnline
              ? "We couldn't check the price and stock."
              : "We'll check the price and stock as soon as you're back online."
          }
          onRetry={() => void refetch()}
        />
      ) : null}
    </ProductView>
  )
}

function NoProductAdvice({ error }: { error: Error | null }) {
  const isOnline = useIsOnline()
  if (!error) return 'We may no longer sell it.'
  if (!isOnline) return "It will appear as soon as you're back online."
  const cause = isResponseError(error) ? '' : "We can't reach our server. "
  return <PhoneText>{`${cause}Please try again in a moment, or call ${store.phones[0]}.`}</PhoneText>
}

/** @param props.error why the product did not load; null if the shop does not have it */
function NoProduct({ error, onRetry }: { error: Error | null; onRetry: () => void }) {
  return (
    <div className="shell page">
      <PageHead
        title="Product"
        tab={error ? 'Product' : 'Product not found'}
        metadata={{ isHidden: !error }}
      />
      <EmptyState
        title={error ? "We couldn't load this product." : 'Product not found.'}
        text={<NoProductAdvice error={error} />}
        action={
          <div className="d-flex flex-wrap gap-2">
            {error ? (
              <button type="button" className="btn btn-primary" onClick={onRetry}>
                Try again
              </button>
            ) : null}
            <Link className="btn btn-outline-secondary" to={paths.shop}>
              All products
            </Link>
            <Link className="btn btn-outline-secondary" to={paths.home}>
              Home
            </Link>
          </div>
        }
      />
    </div>
  )
}

function ProductSkeleton() {
  return (
    <>
      <div className="ruled-head">
        <Skeleton width="60%" height="1.75rem" />
      </div>
      <div className="product-main sheet" aria-busy="true">
        <div className="product-gallery">
          <Skeleton className="image product-cover" />
        </div>
        <div className="product-lead">
          <p className="visually-hidden" role="status">
            Loading...
          </p>
          <div className="d-grid gap-2">
            <Skeleton width="40%" />
            <Skeleton width="50%" height="2.5rem" />
          </div>
        </div>
        <div className="d-grid gap-2">
          <Skeleton height="2.75rem" />
          <TextSkeleton />
        </div>
      </div>
    </>
  )
}

function TextSkeleton() {
  return (
    <div className="d-grid gap-2 mb-3">
      <Skeleton />
      <Skeleton />
      <Skeleton />
      <Skeleton width="90%" />
    </div>
  )
}

type ProductViewProps = {
  product: ShopProduct
  /** Whether the description and further images are still loading. */
  lacksDetails: boolean
  /** When the product was received, in milliseconds since 1970. */
  asOf: number
  /** The failure of the last refresh. */
  children: ReactNode
}

function ProductView({ product, lacksDetails, asOf, children }: ProductViewProps) {
  const { trail, categoryText } = useProductCategory(product)
  useEffect(() => rememberProduct(product), [product])

  const delivery = useDelivery()
  const metadata = {
    description: `${product.name}: ${formatPrice(product.price)}. Delivered in ${store.town} and beyond.`,
    canonical: product.id === null ? undefined : paths.product(product.id),
    image: sharedImagePath(product),
    price: product.price,
  }
  return (
    <div className="shell page product-page">
      <Breadcrumbs trail={trail} />
      <PageHead title={product.name} metadata={metadata}>
        {/* Every product has this badge: docs/literal.md. */}
        <span className="chip chip-gold">
          <Icon name="star" filled />
          Bestseller
        </span>
      </PageHead>
      {children}
      <div className="product-main sheet">
        <ProductGallery product={product} lacksDetails={lacksDetails} />
        <div className="product-lead">
          <p className="muted">{categoryText}</p>
          {product.author === null ? null : (
            <p className="product-author">
              <Link to={paths.author(product.author)}>{product.author}</Link>
            </p>
          )}
          <div className="product-price">
            <PriceLine product={product} />
            <AsOf at={asOf} />
            <StockChip stock={product.total_stock} />
          </div>
          <PriceDay at={asOf} />
          <PurchaseFacts product={product} {...delivery} />
        </div>
        <Purchase product={product} />
        <div>
          {lacksDetails ? <TextSkeleton /> : <ProductDescription html={product.description} />}
          {product.isbn === null ? null : <p className="muted">ISBN: {product.isbn}</p>}
        </div>
      </div>
      <ProductTabs product={product} />
      <ProductJsonLd product={product} trail={trail} />
      {/* An error in these lists must not affect the product. */}
      <ErrorBoundary resetOn={String(product.id)}>
        <SimilarProducts product={product} />
        <RecentRow except={product.id} />
      </ErrorBoundary>
    </div>
  )
}

/** Returns the delivery rate, and the distance to the default address. */
function useDelivery(): { rate: number; distance: number | null } {
  const { data: addresses = [] } = useQuery(addressesQuery(useToken()))
  const point = defaultAddress(addresses)?.point ?? null
  const { data: config } = useQuery({ ...hostConfigQuery(), enabled: point !== null })
  const rate = config?.rate ?? null
  return {
    rate: rate ?? store.deliveryPerKm,
    distance: point === null || rate === null ? null : distanceFromShop(point),
  }
}
