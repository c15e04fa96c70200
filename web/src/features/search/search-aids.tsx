import { useEffect, useState } from 'react'
import { paths } from '../../config/paths.ts'
import { specialOrderState } from '../../domain/navigation-state.ts'
import type { ShopProduct } from '../../domain/product.ts'
import { lazyPart } from '../../ui/loading/lazy-part.tsx'
import { Spinner } from '../../ui/loading/placeholders.tsx'
import { Icon } from '../../ui/media/icon.tsx'
import { Dialog } from '../../ui/overlay/lazy-overlay.tsx'
import { Link } from '../../ui/page/link.tsx'
import { canScanBarcodes } from './barcode-detector.ts'
import { matchesQuery, readQuery } from './index/query-words.ts'
import { excludeHostProducts, useIndexResponse, useIsIndexComplete } from './index/search-index.ts'
import type { FoundProduct } from './index/shop-index.ts'
import { readIsbn } from './isbn.ts'
import './search-aids.scss'

const BarcodeCamera = lazyPart(
  () => import('./barcode-camera.tsx').then(({ BarcodeCamera }) => BarcodeCamera),
  { waiting: <Spinner /> },
)

/** The number of products requested from the index. Some of them may be among the host's results. */
const REQUESTED_PRODUCTS = 20
const NO_PRODUCTS: FoundProduct[] = []

type Props = {
  /** The query, once the host has responded or the request has failed; '' until then. */
  query: string
  /** The host's results; null if the request failed. */
  received: readonly ShopProduct[] | null
  /** Whether the field is focused and empty. */
  isEmpty: boolean
  /** Called with the products found only by the index, and whether they match better than the host's. */
  onFound: (query: string, found: readonly FoundProduct[], isBetter: boolean) => void
  onLeave: () => void
  /** Called with the digits of a scanned barcode. */
  onIsbn: (isbn: string) => void
}

/** Searches the index, offers next steps if nothing is found, and offers to scan a barcode. */
export function SearchAids({ query, received, isEmpty, onFound, onLeave, onIsbn }: Props) {
  const found = useIndexResponse(query, REQUESTED_PRODUCTS)
  const [isScanning, setScanning] = useState(false)
  const canScan = useCanScan()

  useEffect(() => {
    const parsed = readQuery(query)
    const isBetter = !received?.some((product) => matchesQuery(product, parsed))
    onFound(query, found ? excludeHostProducts(found, received, query) : NO_PRODUCTS, isBetter)
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
      {canScan && (isEmpty || isScanning) ? (
        <div className="suggestions search-aid">
          <button
            type="button"
            className="suggestion"
            onPointerEnter={() => void Dialog.preload()}
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

/** The message for a query without results. Offers the results page, unless the index is known to be complete. */
function NothingFound({ query }: { query: string }) {
  if (useIsIndexComplete()) return <p>Nothing found for “{query}”.</p>
  // The host's suggestions never contain ISBNs, but the results page looks them up.
  const isIsbn = readIsbn(query) !== null
  return (
    <>
      {isIsbn ? null : <p>No suggestions for “{query}”.</p>}
      <button type="submit" className="link-button strong">
        {isIsbn ? 'Press Enter to look up this ISBN' : 'Press Enter to search the whole shop'}
      </button>
    </>
  )
}

/** Whether a barcode can be scanned; false until the browser has responded. */
function useCanScan(): boolean {
  const [canScan, setCanScan] = useState(false)
  useEffect(() => {
    let isCurrent = true
    canScanBarcodes().then(
      (supported) => isCurrent && setCanScan(supported),
      () => undefined,
    )
    return () => {
      isCurrent = false
    }
  }, [])
  return canScan
}
