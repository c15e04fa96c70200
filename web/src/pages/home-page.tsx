import { useQuery } from '@tanstack/react-query'
import { categoryPath } from '../config/paths.ts'
import { store } from '../config/store.ts'
import { coverColour } from '../domain/product.ts'
import { categoriesQuery } from '../features/catalogue/queries.ts'
import { RecentRow } from '../features/catalogue/recent-products.tsx'
import { LazyPaymentNotice } from '../features/checkout/payment/lazy-payment-notice.tsx'
import { BannerCarousel } from '../features/homepage/banner-carousel.tsx'
import { HomeSections } from '../features/homepage/home-sections.tsx'
import { ShopPromises } from '../features/homepage/shop-promises.tsx'
import { lazyComponent } from '../ui/loading/lazy-component.tsx'
import { Skeleton } from '../ui/loading/placeholders.tsx'
import { Link } from '../ui/page/link.tsx'
import { PageHead } from '../ui/page/page-head.tsx'

const LatestProducts = lazyComponent(() =>
  import('./latest-products.tsx').then((module) => module.LatestProducts),
)

export default function HomePage() {
  return (
    <div className="shell page">
      <PageHead title={store.tagline} />
      <LazyPaymentNotice />
      <BannerCarousel />
      <ShopPromises />
      <CategoryShortcuts />
      <HomeSections afterFirstGroup={<RecentRow />} fallback={<LatestProducts />} />
      <ShopPromises />
    </div>
  )
}

/** The number of placeholders while the categories load. They fill the row. */
const PLACEHOLDERS = 6

/** Links to the top-level categories. Renders nothing if they fail to load. */
function CategoryShortcuts() {
  const { data = [], isPending } = useQuery(categoriesQuery())
  const roots = data.filter(({ parent_id }) => parent_id === 0)
  if (roots.length === 0 && !isPending) return null
  return (
    <nav aria-label="Shop by category" aria-busy={isPending}>
      <ul className="section-shortcuts">
        {roots.map(({ id, name }) => (
          <li key={id}>
            <Link to={categoryPath(id)} state={{ categoryId: id }} className={`tint-${coverColour(id)}`}>
              {name}
            </Link>
          </li>
        ))}
        {isPending
          ? Array.from({ length: PLACEHOLDERS }, (_, index) => index).map((index) => (
              <li key={`plate-${index}`}>
                <Skeleton width="8rem" height="2.75rem" />
              </li>
            ))
          : null}
      </ul>
    </nav>
  )
}
