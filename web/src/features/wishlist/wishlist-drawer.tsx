import { useNavigate } from 'react-router-dom'
import { useToken } from '../../api/session.ts'
import { paths } from '../../config/paths.ts'
import type { AccountState } from '../../domain/navigation-state.ts'
import { firstImage, productColour, type ShopProduct } from '../../domain/product.ts'
import { DeletionChip } from '../../ui/feedback/deletion-chip.tsx'
import { EmptyState, Failure } from '../../ui/feedback/load-states.tsx'
import { UndoNote } from '../../ui/feedback/undo-note.tsx'
import { Skeleton } from '../../ui/loading/placeholders.tsx'
import { IconButton } from '../../ui/media/icon.tsx'
import { ProductImage } from '../../ui/media/product-image.tsx'
import { Drawer } from '../../ui/overlay/overlay.tsx'
import { Price } from '../../ui/page/price-line.tsx'
import { useRemoveFromWishlist, useWishlistError } from './changes.ts'
import { LIST_FAILURE, useWishlist } from './queries.ts'

type Props = { onClose: () => void }

export function WishlistDrawer({ open, onClose }: Props & { open: boolean }) {
  const token = useToken()
  return (
    <Drawer title="Wishlist Items" open={open} onClose={onClose} placement="end">
      <DrawerContent key={token} onClose={onClose} />
    </Drawer>
  )
}

/** Mounted per customer while the drawer is open, so that the removed product of one is not shown to the next. */
function DrawerContent({ onClose }: Props) {
  const navigate = useNavigate()
  const go = (to: string, state?: AccountState) => {
    onClose()
    navigate(to, { state })
  }
  const token = useToken()
  const { data: products = [], isLoading, isError, hasList, refetch } = useWishlist(token)
  const hasFailed = isError && !hasList
  const { remove, pendingId, removed, undo } = useRemoveFromWishlist()
  const error = useWishlistError()
  return (
    <>
      {error === null ? null : (
        <p className={`notice mb-0 ${token === null ? '' : 'notice-error'}`} role="alert">
          {error.text}
        </p>
      )}
      <UndoNote text={removed && `${removed.name} removed.`} onUndo={undo} />
      {hasFailed ? (
        <div className="panel-block">
          <Failure message={LIST_FAILURE} onRetry={() => void refetch()} />
        </div>
      ) : null}
      {isLoading ? (
        <LinesSkeleton />
      ) : products.length > 0 ? (
        <ul className="panel-lines">
          {products.map((product, index) => (
            <DrawerLine
              key={`${product.id}-${index}`}
              product={product}
              pendingId={pendingId}
              onRemove={remove}
              onOpen={(id) => go(paths.product(id))}
            />
          ))}
        </ul>
      ) : hasFailed ? null : (
        <EmptyWishlist
          isLoggedIn={token !== null}
          onLogIn={() => go(paths.account, { returnTo: window.location.pathname + window.location.search })}
        />
      )}
      <div className="panel-block">
        <button type="button" className="btn btn-outline-secondary w-100" onClick={() => go(paths.wishlist)}>
          View Wishlist
        </button>
      </div>
    </>
  )
}

function EmptyWishlist({ isLoggedIn, onLogIn }: { isLoggedIn: boolean; onLogIn: () => void }) {
  return (
    <div className="panel-block">
      <EmptyState
        title="Your wishlist is empty."
        text={
          isLoggedIn ? undefined : (
            <>
              <button type="button" className="link-button strong" onClick={onLogIn}>
                Log in
              </button>{' '}
              to keep a wishlist.
            </>
          )
        }
      />
    </div>
  )
}

type LineProps = {
  product: ShopProduct
  /** The product that is being removed; null if none is. */
  pendingId: number | null
  onRemove: (product: ShopProduct & { id: number }) => void
  onOpen: (id: number) => void
}

function DrawerLine({ product, pendingId, onRemove, onOpen }: LineProps) {
  const { id, name } = product
  return (
    <li className="panel-line">
      <ProductImage
        file={firstImage(product)}
        name={name}
        tint={productColour(product)}
        alt=""
        sizes="3rem"
      />
      {id === null ? (
        <p className="panel-name strong">{name}</p>
      ) : (
        <button type="button" className="panel-name link-button strong" onClick={() => onOpen(id)}>
          {name}
        </button>
      )}
      <div className="panel-tools">
        <Price amount={product.price} className="flex-grow-1" />
        {id === null ? null : (
          <>
            {pendingId === id && <DeletionChip verb="Removing" />}
            <IconButton
              icon="trash"
              label={`Remove ${name}`}
              aria-disabled={pendingId !== null}
              onClick={() => {
                if (pendingId === null) onRemove({ ...product, id })
              }}
            />
          </>
        )}
      </div>
    </li>
  )
}

/** The placeholders of a list of unknown length. */
const PLACEHOLDERS = 3

function LinesSkeleton() {
  return (
    <div aria-busy="true">
      <p className="visually-hidden" role="status">
        Loading...
      </p>
      <ul className="panel-lines" aria-hidden="true">
        {Array.from({ length: PLACEHOLDERS }, (_, index) => index).map((index) => (
          <li key={index} className="panel-line">
            <Skeleton className="image" />
            <Skeleton width="80%" />
            <div className="panel-tools">
              <Skeleton width="5rem" height="2.75rem" />
            </div>
          </li>
        ))}
      </ul>
    </div>
  )
}
