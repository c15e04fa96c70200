import { Skeleton } from '../../../ui/loading/placeholders.tsx'

/** The skeleton of a product page. */
export function ProductSkeleton() {
  return (
    <>
      <div className="ruled-head">
        <Skeleton width="60%" height="1.75rem" />
      </div>
      <div className="product-main sheet" aria-busy="true">
        <div className="product-gallery">
          <Skeleton ratio="square" />
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
          <Skeleton />
          <Skeleton />
          <Skeleton />
          <Skeleton width="90%" />
        </div>
      </div>
    </>
  )
}
