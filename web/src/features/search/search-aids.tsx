import { useEffect, useState } from 'react'
import { paths } from '../../config/paths.ts'
import { stateOfNavigation } from '../../domain/navigation-state.ts'
import type { ShopProduct } from '../../domain/product.ts'
import { lazyPart } from '../../ui/loading/lazy-part.tsx'
import { Spinner } from '../../ui/loading/spinner.tsx'
import { Icon } from '../../ui/media/icon.tsx'
import { Dialog, preloadDialog } from '../../ui/overlay/dialog.tsx'
import { Link } from '../../ui/page/link.tsx'
import type { FoundProduct } from './index/shop-index.ts'
import { besidesHost, useIndexResponse } from './use-index-answer.ts'
import './search-aids.scss'

const BarcodeCamera = lazyPart(
  () => import('./barcode-camera.tsx').then(({ BarcodeCamera }) => BarcodeCamera),
  { waiting: <Spinner /> },
)

/** Products looked at to find some that the host has not. */
const LOOKED_AT = 20
const NOTHING: FoundProduct[] = []

type Props = {
  /** What the host was asked for, once it has answered or failed; '' before. */
  query: string
  /** The products of its answer; null when it gave none. */
  received: readonly ShopProduct[] | null
  /** The shopper is in the field, and has typed nothing. */
  isEmpty: boolean
  /** Takes what the index has found besides the host. */
  onFound: (query: string, found: readonly FoundProduct[]) => void
  /** The shopper goes elsewhere. */
  onLeave: () => void
  /** Takes the figures of a barcode that was read. */
  onIsbn: (isbn: string) => void
}

/** What helps with a search, below its field: the index, a way on where nothing is found, the camera. */
export function SearchAids({ query, received, isEmpty, onFound, onLeave, onIsbn }: Props) {
  const found = useIndexResponse(query, LOOKED_AT)
  const [isScanning, setScanning] = useState(false)
  const hasCamera = useHasCamera()

  useEffect(() => {
    onFound(query, found ? besidesHost(found, received, query) : NOTHING)
  }, [query, found, received, onFound])

  const hasNothing = received?.length === 0 && found !== undefined && found.length === 0
  return (
    <>
      {hasNothing ? (
        <div className="suggestions search-aid" onPointerDown={(event) => event.preventDefault()}>
          <p>Nothing found for “{query}”.</p>
          <Link to={paths.specialOrder} state={stateOfNavigation(query)} onClick={onLeave}>
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
            <span>Scan a book’s barcode</span>
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

/** Whether the browser knows of a camera. It says so without asking for a permission. */
function useHasCamera(): boolean {
  const [hasCamera, setHasCamera] = useState(false)
  useEffect(() => {
    let isCurrent = true
    // Only pages of a secure origin have devices at all.
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
