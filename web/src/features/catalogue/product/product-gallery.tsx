import { useState } from 'react'
import { firstImage, productColour, type ShopProduct } from '../../../domain/product.ts'
import { useIsDataSaverOn } from '../../../platform/data-saver.ts'
import { useIsHydrated } from '../../../platform/hydration.ts'
import { Skeleton } from '../../../ui/loading/placeholders.tsx'
import { IconButton } from '../../../ui/media/icon.tsx'
import { ProductImage } from '../../../ui/media/product-image.tsx'
import { Dialog } from '../../../ui/overlay/lazy-overlay.tsx'
import { EnlargedImage } from './enlarged-image.tsx'

/** Index of a book's first inside page in its images. The first two are the front and the back cover. */
const INSIDE_AT = 2

const GALLERY_SIZES = '(max-width: 48.06em) 90vw, 32rem'

/**
 * The main image and the thumbnails. A second click on the selected thumbnail restores the first image. With the data
 * saver on, the main image loads once it is tapped or a thumbnail is selected.
 */
export function ProductGallery({ product, lacksDetails }: { product: ShopProduct; lacksDetails: boolean }) {
  const [chosen, setChosen] = useState<string | null>(null)
  const [isEnlarged, setEnlarged] = useState(false)
  const file = chosen ?? firstImage(product)
  return (
    <div className="product-gallery">
      <MainImage
        product={product}
        file={file}
        isChosen={chosen !== null}
        onEnlarge={() => setEnlarged(true)}
      />
      <Dialog
        title={product.name}
        size="lg"
        open={isEnlarged}
        onClose={() => setEnlarged(false)}
        footer={
          product.images.length > 1 && <Thumbnails product={product} chosen={chosen} onChoose={setChosen} />
        }
      >
        <EnlargedImage key={file} file={file} name={product.name} />
      </Dialog>
      {product.images.length > 1 ? (
        <Thumbnails product={product} chosen={chosen} onChoose={setChosen} />
      ) : lacksDetails ? (
        <Skeleton className="mt-3" width="14rem" height="4.25rem" />
      ) : null}
    </div>
  )
}

type MainImageProps = {
  product: ShopProduct
  file: string | null
  /** Whether a thumbnail is selected, which loads the image even if the data saver is on. */
  isChosen: boolean
  onEnlarge: () => void
}

function MainImage({ product, file, isChosen, onEnlarge }: MainImageProps) {
  // The main image of server-rendered markup is already visible.
  const isHydrated = useIsHydrated()
  const [isShown, setShown] = useState(!isHydrated)
  const isSavingData = useIsDataSaverOn()
  const isRequested = isShown || isChosen
  const isHeld = isSavingData && !isRequested
  const canEnlarge = isHydrated && !isHeld && product.images.length > 0
  const image = (
    <ProductImage
      file={file}
      name={product.name}
      tint={productColour(product)}
      eager="first"
      sizes={GALLERY_SIZES}
      className="product-cover"
      isRequested={isRequested}
    />
  )
  return (
    <>
      {isHeld ? (
        <button
          type="button"
          className="icon-button d-block w-100"
          aria-label={`Show the image of ${product.name}`}
          onClickCapture={() => setShown(true)}
        >
          {image}
        </button>
      ) : (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the button below is for keyboards
        // biome-ignore lint/a11y/noStaticElementInteractions: the button below is for screen readers
        <div className={canEnlarge ? 'product-can-enlarge' : ''} onClick={canEnlarge ? onEnlarge : undefined}>
          {image}
        </div>
      )}
      {canEnlarge && (
        <IconButton className="product-enlarge" icon="search" label="Enlarge the image" onClick={onEnlarge} />
      )}
    </>
  )
}

type ThumbnailsProps = {
  product: ShopProduct
  chosen: string | null
  onChoose: (file: string | null) => void
}

function Thumbnails({ product, chosen, onChoose }: ThumbnailsProps) {
  return (
    <ul className="product-thumbs d-flex flex-wrap gap-2 mt-3">
      {product.images.map((file, index) => {
        const isInside = product.isbn !== null && index === INSIDE_AT
        return (
          <li key={file}>
            <button
              type="button"
              aria-label={isInside ? 'Look inside' : `Image ${index + 1} of ${product.images.length}`}
              aria-pressed={chosen === file}
              // Runs in the capture phase, because the image stops the click while the data saver is on.
              onClickCapture={() => onChoose(chosen === file ? null : file)}
            >
              <ProductImage
                file={file}
                name={product.name}
                tint={productColour(product)}
                alt=""
                sizes="5rem"
                className="wordless"
              />
              {isInside ? <span>Look inside</span> : null}
            </button>
          </li>
        )
      })}
    </ul>
  )
}
