import { useEffect, useState } from 'react'
import { paths } from '../../config/paths.ts'
import { specialOrderState } from '../../domain/navigation-state.ts'
import type { ShopProduct } from '../../domain/product.ts'
import { lazyPart } from '../../ui/loading/lazy-part.tsx'
import { Spinner } from '../../ui/loading/spinner.tsx'
import { Icon } from '../../ui/media/icon.tsx'
import { Dialog, preloadDialog } from '../../ui/overlay/dialog.tsx'
import { Link } from '../../ui/page/link.tsx'
import type { FoundProduct } from './index/shop-index.ts'
import { excludeHostProducts, useIndexResponse, useIsIndexComplete } from './use-index-response.ts'
import './search-aids.scss'

const BarcodeCamera = lazyPart(
  () => import('./barcode-camera.tsx').then(({ BarcodeCamera }) => BarcodeCamera),
  { waiting: <Spinner /> },
)

/** Products requested from the index, to find some that the host did not return. */
const REQUESTED_PRODUCTS = 20
const NO_PRODUCTS: FoundProduct[] = []

type Props = {
  /** The query, once the host has responded or failed; '' before. */
  query: string
  /** The products of its response; null if it failed. */
  received: readonly ShopProduct[] | null
  /** Whether the field has the focus and is empty. */
  isEmpty: boolean
  /** Receives products that only the index has found. */
  onFound: (query: string, found: readonly FoundProduct[]) => void
  /** Called when the shopper leaves the search. */
  onLeave: () => void
  /** Receives the digits of a scanned barcode. */
  onIsbn: (isbn: string) => void
}

/** Search aids below the field: suggestions of the index, ways to continue if nothing is found, the camera. */
export function SearchAids({ query, received, isEmpty, onFound, onLeave, onIsbn }: Props) {
  const found = useIndexResponse(query, REQUESTED_PRODUCTS)
  const [isScanning, setScanning] = useState(false)
  const hasCamera = useHasCamera()

  useEffect(() => {
    onFound(query, found ? excludeHostProducts(found, received, query) : NO_PRODUCTS)
  }, [query, found, received, onFound])

  const hasNothing = received?.length === 0 && found !== undefined && found.length === 0
  return (
    <>
      {hasNothing ? (
        <div className="suggestions search-aid" onPointerDown={(event) => event.preventDefault()}>
          <NothingFound query={query} />
          <Link to={paths.specialOrder} state={specialOrderState(query)} onClick={onLeave}>
            Ask us to find it
          </Link>
        </div>
      ) : null}
      {hasCamera && (isEmpty || isScanning) ? (
        <div className="suggestions search-aid">
          <button
            type="button"
            className="suggestion"
            onPointerEnter={preloadDialog}
            onClick={() => setScanning(true)}
          >
            <Icon name="camera" />
            <span>Scan a book's barcode</span>
          </button>
        </div>
      ) : null}
      <Dialog title="Scan a barcode" open={isScanning} onClose={() => setScanning(false)}>
        {isScanning ? (
          <BarcodeCamera
            onIsbn={(isbn) => {
              setScanning(false)
              onIsbn(isbn)
            }}
          />
        ) : null}
      </Dialog>
    </>
  )
}

/** Unless the index is complete, the results page may find more: by ISBN, author and class. */
function NothingFound({ query }: { query: string }) {
  if (useIsIndexComplete()) return <p>Nothing found for “{query}”.</p>
  return (
    <>
      <p>No suggestions for “{query}”.</p>
      <button type="submit" className="link-button strong">
        Press Enter to search the whole shop
      </button>
    </>
  )
}

/** Whether the device has a camera. Needs no permission. */
function useHasCamera(): boolean {
  const [hasCamera, setHasCamera] = useState(false)
  useEffect(() => {
    let isCurrent = true
    // Undefined on insecure origins.
    navigator.mediaDevices?.enumerateDevices().then(
      (devices) => {
        if (isCurrent) setHasCamera(devices.some(({ kind }) => kind === 'videoinput'))
      },
      () => undefined,
    )
    return () => {
      isCurrent = false
    }
  }, [])
  return hasCamera
}
