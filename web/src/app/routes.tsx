import type { ComponentType } from 'react'
import { matchPath, Route, Routes } from 'react-router-dom'
import { paths } from '../lib/paths.ts'
import { HomePage } from '../pages/home-page.tsx'
import { lazyPage } from './lazy-page.tsx'

// Every screen of the shop. Home comes with the first load; the others when they are first opened.
const AboutPage = lazyPage(() => import('../pages/about-page.tsx').then((page) => page.AboutPage))
const AccountPage = lazyPage(() => import('../pages/account-page.tsx').then((page) => page.AccountPage))
const ApiPage = lazyPage(() => import('../pages/api-page.tsx').then((page) => page.ApiPage))
const CategoriesPage = lazyPage(() =>
  import('../pages/categories-page.tsx').then((page) => page.CategoriesPage),
)
const ChangePasswordPage = lazyPage(() =>
  import('../pages/change-password-page.tsx').then((page) => page.ChangePasswordPage),
)
const CheckoutPage = lazyPage(() => import('../pages/checkout-page.tsx').then((page) => page.CheckoutPage))
const ContactPage = lazyPage(() => import('../pages/contact-page.tsx').then((page) => page.ContactPage))
const ForgotPasswordPage = lazyPage(() =>
  import('../pages/forgot-password-page.tsx').then((page) => page.ForgotPasswordPage),
)
const GiftCardPage = lazyPage(() => import('../pages/gift-card-page.tsx').then((page) => page.GiftCardPage))
const NotFoundPage = lazyPage(() => import('../pages/not-found-page.tsx').then((page) => page.NotFoundPage))
const PreCheckPage = lazyPage(() => import('../pages/pre-check-page.tsx').then((page) => page.PreCheckPage))
const ProductPage = lazyPage(() => import('../pages/product-page.tsx').then((page) => page.ProductPage))
const RefundPage = lazyPage(() => import('../pages/refund-page.tsx').then((page) => page.RefundPage))
const SearchPage = lazyPage(() => import('../pages/search-page.tsx').then((page) => page.SearchPage))
const ShopPage = lazyPage(() => import('../pages/shop-page.tsx').then((page) => page.ShopPage))
const SpecialOrderPage = lazyPage(() =>
  import('../pages/special-order-page.tsx').then((page) => page.SpecialOrderPage),
)
const TermsPage = lazyPage(() => import('../pages/terms-page.tsx').then((page) => page.TermsPage))
const VerifyPage = lazyPage(() => import('../pages/verify-page.tsx').then((page) => page.VerifyPage))
const WishlistPage = lazyPage(() => import('../pages/wishlist-page.tsx').then((page) => page.WishlistPage))

/** Every address and its screen, in the order in which they are tried. */
const screens: readonly (readonly [path: string, Screen: ComponentType | ReturnType<typeof lazyPage>])[] = [
  [paths.home, HomePage],
  [paths.shop, ShopPage],
  [paths.search, SearchPage],
  [paths.categories, CategoriesPage],
  ['/product-details/:id', ProductPage],
  [paths.wishlist, WishlistPage],
  [paths.sharedWishlist, WishlistPage],
  [paths.preCheck, PreCheckPage],
  [paths.checkout, CheckoutPage],
  [paths.account, AccountPage],
  [paths.accountFromCheckout, AccountPage],
  [paths.forgotPassword, ForgotPasswordPage],
  [paths.verify, VerifyPage],
  [paths.changePassword, ChangePasswordPage],
  [paths.specialOrder, SpecialOrderPage],
  [paths.contact, ContactPage],
  [paths.about, AboutPage],
  [paths.terms, TermsPage],
  [paths.refund, RefundPage],
  [paths.giftCard, GiftCardPage],
  [paths.apiDocs, ApiPage],
  ['*', NotFoundPage],
]

export function ShopRoutes() {
  return (
    <Routes>
      {screens.map(([path, Screen]) => (
        <Route key={path} path={path} element={<Screen />} />
      ))}
    </Routes>
  )
}

/** Fetches the code of the screen at an address, so that it can be drawn at once. Settles without an error. */
export async function preloadScreen(pathname: string): Promise<void> {
  const [, Screen] = screens.find(([path]) => matchPath(path, pathname)) ?? []
  if (Screen && 'preload' in Screen) await Screen.preload()
}
