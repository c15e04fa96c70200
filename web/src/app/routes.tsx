import { type ComponentType, lazy } from 'react'
import { useLocation } from 'react-router-dom'
import { matchPattern, type PageName, pages, type ShopPage } from '../boot/pages.ts'
import { CodeBoundary, lazyLoader, type Preloadable } from '../ui/loading/code-boundary.tsx'
import { ErrorScreen } from './error-screen.tsx'
// Imported statically, because most pages use them and separate chunks would cost requests.
import '../platform/trusted-types.ts'
import '../ui/page/as-of.tsx'
import '../ui/feedback/empty-state.tsx'
import '../ui/media/image-link.tsx'
import '../ui/page/price-line.tsx'
import '../ui/loading/skeleton.tsx'
import '../ui/feedback/still-trying.tsx'

type LazyPage = ComponentType & Preloadable

/** Creates a lazy-loaded page. The previous page stays until its code has loaded. */
function lazyPage(load: () => Promise<ComponentType>): LazyPage {
  const loader = lazyLoader(load)
  const suspended = () => lazy(async () => ({ default: await loader.fetch() }))
  let Page: ComponentType = suspended()
  let isDrawn = false
  // trap: a lazy component that failed never retries, so a new one is created.
  const renew = () => {
    if (loader.failedSince() !== null) Page = suspended()
  }

  function LazyPage() {
    isDrawn = true
    return (
      <CodeBoundary
        loader={loader}
        draw={() => <Page />}
        failed={(again) => <ErrorScreen onRetry={again} />}
        renew={renew}
        isPage
      />
    )
  }
  const preload = async () => {
    const component = await load().catch(() => null)
    // trap: replacing a rendered component would lose its state.
    if (component && !isDrawn) Page = component
  }
  return Object.assign(LazyPage, { preload })
}

/** The code of each page. Paths are literals, because bundlers read the argument of `import()` to split chunks. */
const LOAD: Record<PageName, () => Promise<ComponentType>> = {
  home: () => import('../pages/home-page.tsx').then(({ HomePage }) => HomePage),
  shop: () => import('../pages/shop-page.tsx').then(({ ShopPage }) => ShopPage),
  search: () => import('../pages/shop-page.tsx').then(({ SearchPage }) => SearchPage),
  categories: () => import('../pages/categories-page.tsx').then(({ CategoriesPage }) => CategoriesPage),
  category: () => import('../pages/categories-page.tsx').then(({ CategoriesPage }) => CategoriesPage),
  product: () => import('../pages/product-page.tsx').then(({ ProductPage }) => ProductPage),
  author: () => import('../pages/author-page.tsx').then(({ AuthorPage }) => AuthorPage),
  wishlist: () => import('../pages/wishlist-page.tsx').then(({ WishlistPage }) => WishlistPage),
  'shared-wishlist': () => import('../pages/wishlist-page.tsx').then(({ WishlistPage }) => WishlistPage),
  'pre-check': () => import('../pages/pre-check-page.tsx').then(({ PreCheckPage }) => PreCheckPage),
  checkout: () => import('../pages/checkout-page.tsx').then(({ CheckoutPage }) => CheckoutPage),
  account: () => import('../pages/account-page.tsx').then(({ AccountPage }) => AccountPage),
  'account-from-checkout': () => import('../pages/account-page.tsx').then(({ AccountPage }) => AccountPage),
  'forgot-password': () =>
    import('../pages/forgot-password-page.tsx').then(({ ForgotPasswordPage }) => ForgotPasswordPage),
  verify: () => import('../pages/verify-page.tsx').then(({ VerifyPage }) => VerifyPage),
  'change-password': () =>
    import('../pages/change-password-page.tsx').then(({ ChangePasswordPage }) => ChangePasswordPage),
  'special-order': () =>
    import('../pages/special-order-page.tsx').then(({ SpecialOrderPage }) => SpecialOrderPage),
  contact: () => import('../pages/contact-page.tsx').then(({ ContactPage }) => ContactPage),
  about: () => import('../pages/about-page.tsx').then(({ AboutPage }) => AboutPage),
  terms: () => import('../pages/terms-page.tsx').then(({ TermsPage }) => TermsPage),
  refund: () => import('../pages/refund-page.tsx').then(({ RefundPage }) => RefundPage),
  'gift-card': () => import('../pages/gift-card-page.tsx').then(({ GiftCardPage }) => GiftCardPage),
  'school-list': () => import('../pages/list-page.tsx').then(({ ListPage }) => ListPage),
  api: () => import('../pages/api-page.tsx').then(({ ApiPage }) => ApiPage),
  'not-found': () => import('../pages/not-found-page.tsx').then(({ NotFoundPage }) => NotFoundPage),
}

/** All pages with their code, in the order of the table. */
export const screens: readonly (ShopPage & { load: () => Promise<ComponentType> })[] = pages.map((page) => ({
  ...page,
  load: LOAD[page.name],
}))

const routes = screens.map(({ pattern, load }) => ({ pattern, Page: lazyPage(load) }))

/** Returns the page at a path. The last pattern matches every path. */
const pageAt = (pathname: string) =>
  routes.find(({ pattern }) => matchPattern(pattern, pathname) !== null)?.Page

export function ShopRoutes() {
  const Page = pageAt(useLocation().pathname)
  return Page ? <Page /> : null
}

/** Preloads the code of the page at a path. Never rejects. */
export async function preloadScreen(pathname: string): Promise<void> {
  await pageAt(pathname)?.preload()
}
