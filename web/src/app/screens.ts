import type { ComponentType } from 'react'
import { type PageName, pages, type ShopPage } from '../boot/pages.ts'

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

export type Screen = ShopPage & { load: () => Promise<ComponentType> }

/** All pages with their code, in the order of the table. */
export const screens: readonly Screen[] = pages.map((page) => ({ ...page, load: LOAD[page.name] }))
