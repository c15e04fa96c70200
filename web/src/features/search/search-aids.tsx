import { type ComponentProps, useEffect, useState } from 'react'
import { paths } from '../../config/paths.ts'
import { specialOrderState } from '../../domain/navigation-state.ts'
import { firstImage, productColour, type ShopProduct } from '../../domain/product.ts'
import { shouldLimitData } from '../../platform/data-saver.ts'
import { lazyComponent } from '../../ui/loading/lazy-component.tsx'
import { Spinner } from '../../ui/loading/placeholders.tsx'
import { Icon } from '../../ui/media/icon.tsx'
import { ProductImage } from '../../ui/media/product-image.tsx'
import { Dialog } from '../../ui/overlay/lazy-overlay.tsx'
import { Link } from '../../ui/page/link.tsx'
import { Price } from '../../ui/page/price-line.tsx'
import { canScanBarcodes } from './barcode-detector.ts'
import { readIsbn } from './isbn.ts'
import './search-aids.scss'

const BarcodeCamera = lazyComponent(
  () => import('./barcode-camera.tsx').then((module) => module.BarcodeCamera),
  { waiting: <Spinner /> },
)

type Props = {
  /** The requested query; '' if there is none. */
  query: string
  isSearching: boolean
  hasNothing: boolean
  /** Whether the field is focused and empty. */
  isEmpty: boolean
  onLeave: () => void
  onIsbn: (isbn: string) => void
}

/** Says that results are awaited, offers next steps if nothing is found, and offers to scan a barcode. */
export function SearchAids({ query, isSearching, hasNothing, isEmpty, onLeave, onIsbn }: Props) {
  const [isScanning, setScanning] = useState(false)
  const canScan = useCanScan()

  return (
    <>
      {isSearching ? (
        <div className="suggestions search-aid">
          <p className="muted">Searching…</p>
        </div>
      ) : null}
      {hasNothing ? (
        <div className="suggestions search-aid" onPointerDown={(event) => event.preventDefault()}>
          <NothingFound query={query} />
          <Link className="strong" to={paths.specialOrder} state={specialOrderState(query)} onClick={onLeave}>
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

/** The message for a query without results. Offers the results page. */
function NothingFound({ query }: { query: string }) {
  // The host's suggestions never contain ISBNs, but the results page looks them up.
  const isIsbn = readIsbn(query) !== null
  return (
    <>
      {isIsbn ? null : <p>No suggestions for “{query}”.</p>}
      <button type="submit" className="link-button strong">
        {isIsbn ? 'Look up this ISBN' : 'Search the whole shop'}
      </button>
    </>
  )
}

/** Whether a barcode can be scanned; false until the browser has responded. */
function useCanScan(): boolean {
  const [canScan, setCanScan] = useState(false)
  useEffect(() => {
    canScanBarcodes().then(setCanScan, () => undefined)
  }, [])
  return canScan
}

type OptionsProps = {
  title: string
  query: string
  products: readonly ShopProduct[]
  total: number
  listProps: ComponentProps<'div'>
  optionProps: (product: ShopProduct, index: number) => ComponentProps<'button'>
}

/** The suggestions, under the heading of the list of results, and a button that opens this list. */
export function SearchOptions({ title, query, products, total, listProps, optionProps }: OptionsProps) {
  const options = (
    // biome-ignore lint/a11y/useSemanticElements: HTML has no element for a group of options in a listbox
    <div role="group" aria-label={title} className="search-found">
      <p aria-hidden="true" className="small strong muted">
        {title}
      </p>
      {products.map((product, index) => (
        <button key={`${product.id}-${product.name}`} {...optionProps(product, index)} className="suggestion">
          {shouldLimitData() ? (
            <Icon name="book" />
          ) : (
            <ProductImage
              file={firstImage(product)}
              name={product.name}
              tint={productColour(product)}
              alt=""
              sizes="2.5rem"
            />
          )}
          <span>
            <HighlightedName name={product.name} query={query} />
            {product.author === null ? null : <small className="muted"> {product.author}</small>}{' '}
            <Price amount={product.price} className="d-block small strong muted" />
          </span>
        </button>
      ))}
    </div>
  )
  return (
    <>
      <div {...listProps} role="listbox" aria-label="Suggestions">
        {options}
      </div>
      {/* Outside the list, which contains only products. Enter does the same. */}
      <button
        type="submit"
        tabIndex={-1}
        className="suggestion strong"
        onPointerDown={(event) => event.preventDefault()}
      >
        <Icon name="search" />
        <span>{total === 1 ? 'See the result' : `See all ${total} results`}</span>
      </button>
    </>
  )
}

/** A product's name with the part that matches the query highlighted. */
function HighlightedName({ name, query }: { name: string; query: string }) {
  const at = name.toLowerCase().indexOf(query.toLowerCase())
  if (query === '' || at < 0) return name
  return (
    <>
      {name.slice(0, at)}
      <mark>{name.slice(at, at + query.length)}</mark>
      {name.slice(at + query.length)}
    </>
  )
}
