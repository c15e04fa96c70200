import { firstImage, productColour, type ShopProduct } from '../../../domain/product.ts'
import { Skeleton } from '../../../ui/loading/placeholders.tsx'
import { Icon } from '../../../ui/media/icon.tsx'
import { ProductImage } from '../../../ui/media/product-image.tsx'
import { PriceLine } from '../../../ui/page/price-line.tsx'
import { GALLERY_SIZES } from './product-gallery.tsx'

/** The skeleton of a product page. Shows name, author, price and cover if they are known from a list. */
export function ProductSkeleton({ known }: { known?: ShopProduct }) {
  return (
    <div className="product-main sheet" aria-busy="true">
      <div className="product-gallery">
        {known ? (
          <div className={`product-cover tint-${productColour(known)}`}>
            <ProductImage
              file={firstImage(known)}
              name={known.name}
              eager="first"
              ratio="square"
              sizes={GALLERY_SIZES}
            />
          </div>
        ) : (
          <Skeleton ratio="square" />
        )}
      </div>
      <div className="product-lead">
        <p className="visually-hidden" role="status">
          Loading...
        </p>
        {known ? (
          <>
            <div className="plain-head">
              <h1>{known.name}</h1>
              <span className="chip chip-gold">
                <Icon name="star" filled />
                Bestseller
              </span>
            </div>
            <p className="muted">
              <Skeleton width="40%" />
            </p>
            <p className="product-author">{known.author}</p>
            <div className="product-price">
              <PriceLine product={known} />
              <Skeleton width="5.5rem" height="1.625rem" />
            </div>
          </>
        ) : (
          <div className="d-grid gap-2">
            <Skeleton width="80%" height="2.25rem" />
            <Skeleton width="40%" />
            <Skeleton width="50%" height="2.5rem" />
          </div>
        )}
      </div>
      <div>
        <div className="d-grid gap-2">
          <Skeleton height="2.75rem" />
          <Skeleton />
          <Skeleton />
          <Skeleton />
          <Skeleton width="90%" />
        </div>
      </div>
    </div>
  )
}
