import { Skeleton } from '../../ui/skeleton.tsx'

/** The shape of a product page while it is on its way. */
export function ProductSkeleton() {
  return (
    <div className="product-main sheet" aria-busy="true">
      <p className="visually-hidden" role="status">
        Loading...
      </p>
      <div className="gallery">
        <Skeleton ratio="square" />
      </div>
      <div className="skeleton-lines">
        <Skeleton width="80%" height="2.25rem" />
        <Skeleton width="40%" />
        <Skeleton width="50%" height="2.5rem" />
        <Skeleton height="2.75rem" />
        <Skeleton />
        <Skeleton />
        <Skeleton />
        <Skeleton width="90%" />
      </div>
    </div>
  )
}
