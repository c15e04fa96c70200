import { store } from '../config/store.ts'
import { BannerCarousel } from '../features/homepage/banner-carousel.tsx'
import { HomeSections } from '../features/homepage/home-sections.tsx'
import { PageHead } from '../ui/page-head.tsx'

export function HomePage() {
  return (
    <div className="shell page">
      <PageHead title={`${store.name}: ${store.tagline}`} tab={store.tagline} hidden />
      <BannerCarousel />
      <HomeSections />
    </div>
  )
}
