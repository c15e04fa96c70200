import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { readObject } from '../../api/read-values.ts'
import { useToken } from '../../api/session.ts'
import { limits } from '../../config/limits.ts'
import { paths } from '../../config/paths.ts'
import { useDraft } from '../../domain/draft.ts'
import { nameElementId, type ShopProduct } from '../../domain/product.ts'
import { EmptyState, Failure, StillTrying, useIsOverdue } from '../../ui/feedback/load-states.tsx'
import { RemovedNote } from '../../ui/feedback/removed-note.tsx'
import { Spinner } from '../../ui/loading/placeholders.tsx'
import { Icon } from '../../ui/media/icon.tsx'
import { CardWords, ImageLink, NameLink } from '../../ui/media/image-link.tsx'
import { RatingStars } from '../../ui/media/rating-stars.tsx'
import { Price } from '../../ui/page/price-line.tsx'
import { useRemoveFromWishlist, useWishlistError } from './changes.ts'
import { LIST_FAILURE, sharedWishlistQuery, useWishlist } from './queries.ts'

const NONE: readonly ShopProduct[] = []

/** The time after which the spinner is replaced, in milliseconds. */
const LOADING_TIMEOUT_MS = 5000

type Props = {
  /** The id of the owner of a shared wishlist; null for the shopper's own wishlist, which is editable. */
  user: string | null
  action: (product: ShopProduct) => ReactNode
}

/** The products of a wishlist, each with an action such as a button. */
export function WishlistItems({ user, action }: Props) {
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
      <StillTrying waiting={isLoading} onRetry={() => void requested.refetch()} />
      {user === null && error !== null ? <Failure message={error} /> : null}
      {user === null ? <RemovedNote name={removed?.name ?? null} onUndo={undo} /> : null}
      {isLoading && !late ? (
        <Spinner fillsPage />
      ) : requested.isError && requested.data === undefined ? (
        <Failure message={LIST_FAILURE} onRetry={() => void requested.refetch()} />
      ) : products.length === 0 ? (
        <EmptyState
          title="Your wishlist is empty."
          text={isLoading ? "It's still on its way." : 'Tap the heart on a product to keep it for later.'}
          saying="Kamu kamu gwe muganda. One by one makes a bundle."
          leadsTo={{ to: paths.shop, text: 'Shop now' }}
        />
      ) : (
        <ul className="product-grid">
          {products.map((product, at) => (
            <li key={`${product.id}-${at}`} className="product-card">
              <div className="product-stand">
                {product.images.length === 0 ? (
                  <span className="picture picture-square product-missing">No Image Available</span>
                ) : (
                  <ImageLink product={product} ratio="square" />
                )}
              </div>
              <CardWords author={product.author} id={nameElementId(product)} level="h2">
                <NameLink product={product} />
              </CardWords>
              <span className="price-line">
                <Price amount={product.price} className="price-now" />
                <Mark text={markOf(product)} />
              </span>
              <div className="product-foot">
                <RatingStars rating={limits.rating} />
                <div className="product-action">{action(product)}</div>
              </div>
              {user === null && token !== null && product.id !== null ? (
                <button
                  type="button"
                  className="icon-button product-remove"
                  aria-label={`Remove ${product.name}`}
                  aria-disabled={isPending}
                  onClick={() => isPending || remove({ ...product, id: product.id ?? 0 })}
                >
                  <Icon name="trash" />
                </button>
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

/** The price in shillings and the availability of products at the last visit, by product id. */
type WishStates = Record<string, { price: number | null; isInStock: boolean }>

/** The state at the last visit. Read only once, so that marks don't disappear during a visit. */
let lastVisit: WishStates | undefined

/** Returns a function that returns a product's mark, which is `Price dropped`, `Back in stock` or null. */
function useWishMarks(products: readonly ShopProduct[]): (product: ShopProduct) => string | null {
  const [stored, change] = useDraft('wishlistPrices', readWishStates)
  lastVisit ??= stored.states
  const previous = lastVisit
  const current = JSON.stringify(products.map((product) => [product.id, stateOf(product)]))
  // biome-ignore lint/correctness/useExhaustiveDependencies: `change` is a new function on each render
  useEffect(() => {
    if (current !== '[]') change({ states: Object.fromEntries(JSON.parse(current)) })
  }, [current])
  return (product) => {
    const { price = null, isInStock: wasInStock = true } = readObject<WishStates[string]>(
      previous[`${product.id}`],
    )
    if (!wasInStock && isInStock(product)) return 'Back in stock'
    return typeof price === 'number' && product.price !== null && product.price < price
      ? 'Price dropped'
      : null
  }
}

const stateOf = (product: ShopProduct) => ({ price: product.price, isInStock: isInStock(product) })

/** A product with unknown stock counts as in stock. */
const isInStock = ({ total_stock: stock }: ShopProduct) => stock === null || stock > 0

const readWishStates = (stored: Record<string, unknown>) => ({
  states: readObject(stored.states) as WishStates,
})
