import { useToken } from '../../api/session.ts'
import { paths } from '../../config/paths.ts'
import type { ShopProduct } from '../../domain/product.ts'
import { Icon } from '../../ui/media/icon.tsx'
import { Link } from '../../ui/page/link.tsx'
import { getUnsavedText, useAddToWishlist } from './changes.ts'
import { useWishlist } from './queries.ts'
import { useQueuedChanges } from './queued-changes.ts'

/** The wishlist button on the product page. Shows an alert after a change. */
export function WishlistButton({ product }: { product: ShopProduct & { id: number } }) {
  const token = useToken()
  const { data = [] } = useWishlist(token)
  const add = useAddToWishlist()
  const has = data.some(({ id }) => id === product.id)
  const isQueued = useQueuedChanges(token).some((change) => change.product.id === product.id)
  // A queued change is sent later, so the list is checked to see whether it succeeded.
  const isAdded = add.isSuccess && (add.data === 'sent' || has)
  return (
    <>
      <button
        type="button"
        className="btn btn-outline-secondary product-wish"
        aria-pressed={has}
        aria-describedby={has ? 'in-wishlist' : undefined}
        aria-disabled={add.isPending}
        onClick={() => {
          if (!add.isPending) add.mutate(product)
        }}
      >
        <Icon name="heart" filled={has} />
        Wishlist
      </button>
      {/* The button only adds, although a pressed state suggests a toggle. */}
      {has && (
        <span id="in-wishlist" className="visually-hidden">
          It's in your wishlist. You can remove it there.
        </span>
      )}
      <ChangeResult error={add.error} isAdded={isAdded} isQueued={isQueued} productId={product.id} />
    </>
  )
}

type ResultProps = { error: Error | null; isAdded: boolean; isQueued: boolean; productId: number }

function ChangeResult({ error, isAdded, isQueued, productId }: ResultProps) {
  const token = useToken()
  if (isAdded)
    return (
      <p className="chip" role="alert">
        <Icon name="check" />
        {isQueued ? "Saved. We'll add it to your wishlist when you're back online." : 'Added to wishlist!'}
      </p>
    )
  if (!error) return null
  if (token !== null)
    return (
      <p className="chip chip-none" role="alert">
        <Icon name="alert" />
        {getUnsavedText(error) ?? 'Failed to add.'}
      </p>
    )
  return (
    <p className="chip chip-warn" role="alert">
      <Icon name="alert" />
      <span>
        Failed to add.{' '}
        <Link to={paths.account} state={{ returnTo: paths.product(productId) }}>
          Log in
        </Link>{' '}
        to keep a wishlist.
      </span>
    </p>
  )
}
