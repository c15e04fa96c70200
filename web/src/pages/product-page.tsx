import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ComponentProps, type ReactNode, useEffect, useMemo, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { isResponseError } from '../api/response-cache.ts'
import { useToken } from '../api/session.ts'
import { categoryPath, paths } from '../config/paths.ts'
import { store } from '../config/store.ts'
import { distanceFromShop } from '../domain/distance.ts'
import { hostConfigQuery } from '../domain/host-config.ts'
import { formatSelection, type SelectedOptions } from '../domain/line-selections.ts'
import { formatPrice } from '../domain/money.ts'
import { preOrderState } from '../domain/pre-order-state.ts'
import { isInStock, mainCategoryId, type ShopProduct } from '../domain/product.ts'
import { addProductWithToast, remainingStock } from '../features/cart/add-to-cart.tsx'
import { InCart } from '../features/cart/in-cart.tsx'
import { PreOrderDialog } from '../features/cart/pre-order-dialog.tsx'
import { Breadcrumbs, trailTo } from '../features/catalogue/category/breadcrumbs.tsx'
import { BuyBar } from '../features/catalogue/product/buy-bar.tsx'
import { findListedProduct } from '../features/catalogue/product/listed-product.ts'
import { optionsToChoose, ProductChoices } from '../features/catalogue/product/product-choices.tsx'
import { ProductDescription } from '../features/catalogue/product/product-description.tsx'
import { ProductGallery } from '../features/catalogue/product/product-gallery.tsx'
import { ProductJsonLd, sharedImagePath } from '../features/catalogue/product/product-json-ld.tsx'
import { ProductTabs } from '../features/catalogue/product/product-tabs.tsx'
import { PurchaseFacts } from '../features/catalogue/product/purchase-facts.tsx'
import { SimilarProducts } from '../features/catalogue/product/similar-products.tsx'
import { categoriesQuery, productCategoriesQuery, productQuery } from '../features/catalogue/queries.ts'
import { hasRecent, RecentRow, rememberProduct } from '../features/catalogue/recent-products.tsx'
import { addressesQuery, defaultAddress } from '../features/delivery/address.ts'
import { WishlistButton } from '../features/wishlist/wishlist-button.tsx'
import { useIsOpen } from '../platform/is-open.ts'
import { useIsOnline } from '../platform/online.ts'
import { ErrorBoundary } from '../ui/feedback/error-boundary.tsx'
import { EmptyState, Failure } from '../ui/feedback/load-states.tsx'
import { Quantity } from '../ui/form/quantity.tsx'
import { Skeleton } from '../ui/loading/placeholders.tsx'
import { Icon } from '../ui/media/icon.tsx'
import { Dialog } from '../ui/overlay/lazy-overlay.tsx'
import { AsOf, PriceDay } from '../ui/page/as-of.tsx'
import { Link, usePathId } from '../ui/page/link.tsx'
import { Metadata } from '../ui/page/metadata.tsx'
import { PageHead } from '../ui/page/page-head.tsx'
import { PhoneText } from '../ui/page/phone-text.tsx'
import { PriceLine } from '../ui/page/price-line.tsx'
import { StockChip } from '../ui/page/stock-chip.tsx'
import { OrderingContacts, WithoutScripts } from '../ui/page/without-scripts.tsx'
import '../features/catalogue/product/product.scss'

const PRE_ORDER_REDIRECT_MS = 300

/** Stock below which a shopper is likely to want more than the shop has. */
const SCARCE_STOCK = 18

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
  const [hasRecentProducts, setHasRecentProducts] = useState(false)
  useEffect(() => setHasRecentProducts(hasRecent(product.id)), [product.id])
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
        {hasRecentProducts ? <RecentRow except={product.id} /> : null}
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

/** Returns the breadcrumb trail of a product, and the text that names its main category. */
function useProductCategory(product: ShopProduct) {
  const { data: listedCategories = [], isPending, failureCount } = useQuery(categoriesQuery())
  const { data: unlistedCategories = [], isLoading } = useQuery({
    ...productCategoriesQuery(product.id ?? ''),
    enabled: product.id !== null,
  })
  const categories = [...listedCategories, ...unlistedCategories]
  const categoryId = mainCategoryId(product)
  const category = categories.find(({ id }) => id === categoryId)
  const isCategoryNameLoading =
    ((isPending && failureCount === 0) || isLoading) && categoryId !== null && product.category === null
  const categoryText = category ? (
    <>
      in{' '}
      <Link to={categoryPath(category.id)} state={{ categoryId: category.id }}>
        {category.name}
      </Link>
    </>
  ) : isCategoryNameLoading ? (
    // A no-break space reserves the line until the category's name is known.
    '\u00a0'
  ) : product.category === null ? (
    'No category available'
  ) : (
    `in ${product.category}`
  )
  // The ids are sorted from the top level down. The host may list only some of them.
  const deepest = [...product.category_ids]
    .reverse()
    .find((listedId) => categories.some(({ id }) => id === listedId))
  return { trail: trailTo(deepest ?? category?.id ?? null, categories), categoryText }
}

function Purchase({ product }: { product: ShopProduct }) {
  const [quantity, setQuantity] = useState(1)
  const [isPreOrdering, setPreOrdering] = useState(false)
  const [choices, setChoices] = useState<SelectedOptions>({})
  const options = optionsToChoose(product)
  const choice = formatSelection(options, choices)

  const add = () => {
    if (quantity > remainingStock(product)) setPreOrdering(true)
    else addProductWithToast(product, quantity, choice)
  }
  return (
    <div>
      {options.length === 0 ? null : (
        <ProductChoices options={options} choices={choices} onChange={setChoices} />
      )}
      {isInStock(product) ? null : (
        <p className="strong mb-3">Sold out for now. Tap Add to Cart to pre-order it.</p>
      )}
      <WithoutScripts>
        <p className="strong">
          To order, <OrderingContacts message={`Hello ${store.name}, I'd like to order: ${product.name}`} />.
        </p>
      </WithoutScripts>
      <div className="d-flex flex-wrap gap-3">
        <Quantity
          value={quantity}
          name={product.name}
          onMinus={() => setQuantity(Math.max(1, quantity - 1))}
          onPlus={() => setQuantity(quantity + 1)}
        />
        <BuyBar price={product.price}>
          <button
            type="button"
            className="btn btn-primary flex-grow-1"
            disabled={product.price === null}
            onClick={add}
          >
            <Icon name="cart" />
            Add to Cart
          </button>
        </BuyBar>
        <p className="product-in-cart small strong">
          <InCart product={product} />
        </p>
        {product.id === null ? null : <WishlistButton product={{ ...product, id: product.id }} />}
      </div>
      <PreOrderStep
        product={product}
        quantity={quantity}
        choice={choice}
        open={isPreOrdering}
        onClose={() => setPreOrdering(false)}
      />
    </div>
  )
}

/** The pre-order dialog, which leads to the special-order form. */
function PreOrderStep(props: Omit<ComponentProps<typeof PreOrderDialog>, 'onProceeded'>) {
  const { product, quantity, choice } = props
  const navigate = useNavigate()
  const isOpen = useIsOpen()

  // Preloads the code for the dialog, which is likely to be needed.
  const isScarce = product.total_stock !== null && product.total_stock < SCARCE_STOCK
  useEffect(() => {
    if (isScarce) void Dialog.preload()
  }, [isScarce])

  return (
    <PreOrderDialog
      {...props}
      onProceeded={(preOrder) => {
        const state = preOrderState(product, quantity, preOrder, choice)
        setTimeout(() => {
          if (isOpen()) navigate(paths.specialOrder, { state })
        }, PRE_ORDER_REDIRECT_MS)
      }}
    />
  )
}
