import { store } from '../config/store.ts'
import { hasRecent, RecentRow } from '../features/catalogue/recent-products.tsx'
import { BannerCarousel } from '../features/homepage/banner-carousel.tsx'
import { HomeSections } from '../features/homepage/home-sections.tsx'
import { useIsHydrated } from '../platform/hydration.ts'
import { lazyPart } from '../ui/loading/lazy-part.tsx'
import { PageHead } from '../ui/page/page-head.tsx'
import { UnfinishedPayment } from './payment/unfinished-payment.tsx'

const LatestProducts = lazyPart(() =>
  import('./latest-products.tsx').then(({ LatestProducts }) => LatestProducts),
)

export default function HomePage() {
  const isHydrated = useIsHydrated()
  return (
    <div className="shell page">
      <PageHead title={store.tagline} />
      <UnfinishedPayment />
      <BannerCarousel />
      <HomeSections
        afterFirst={isHydrated && hasRecent() ? <RecentRow /> : null}
        instead={<LatestProducts />}
      />
    </div>
  )
}
