import { lazy } from 'react'
import { Route, Routes } from 'react-router-dom'
import { paths } from '../lib/paths.ts'
import { HomePage } from '../pages/home-page.tsx'

// Every screen of the shop. Home comes with the first load; the others when they are first opened.
const AboutPage = lazy(async () => ({ default: (await import('../pages/about-page.tsx')).AboutPage }))
const AccountPage = lazy(async () => ({ default: (await import('../pages/account-page.tsx')).AccountPage }))
const ApiPage = lazy(async () => ({ default: (await import('../pages/api-page.tsx')).ApiPage }))
const CategoriesPage = lazy(async () => ({
  default: (await import('../pages/categories-page.tsx')).CategoriesPage,
}))
const ChangePasswordPage = lazy(async () => ({
  default: (await import('../pages/change-password-page.tsx')).ChangePasswordPage,
}))
const CheckoutPage = lazy(async () => ({
  default: (await import('../pages/checkout-page.tsx')).CheckoutPage,
}))
const ContactPage = lazy(async () => ({ default: (await import('../pages/contact-page.tsx')).ContactPage }))
const ForgotPasswordPage = lazy(async () => ({
  default: (await import('../pages/forgot-password-page.tsx')).ForgotPasswordPage,
}))
const GiftCardPage = lazy(async () => ({
  default: (await import('../pages/gift-card-page.tsx')).GiftCardPage,
}))
const NotFoundPage = lazy(async () => ({
  default: (await import('../pages/not-found-page.tsx')).NotFoundPage,
}))
const PreCheckPage = lazy(async () => ({
  default: (await import('../pages/pre-check-page.tsx')).PreCheckPage,
}))
const ProductPage = lazy(async () => ({ default: (await import('../pages/product-page.tsx')).ProductPage }))
const RefundPage = lazy(async () => ({ default: (await import('../pages/refund-page.tsx')).RefundPage }))
const SearchPage = lazy(async () => ({ default: (await import('../pages/search-page.tsx')).SearchPage }))
const ShopPage = lazy(async () => ({ default: (await import('../pages/shop-page.tsx')).ShopPage }))
const SpecialOrderPage = lazy(async () => ({
  default: (await import('../pages/special-order-page.tsx')).SpecialOrderPage,
}))
const TermsPage = lazy(async () => ({ default: (await import('../pages/terms-page.tsx')).TermsPage }))
const VerifyPage = lazy(async () => ({ default: (await import('../pages/verify-page.tsx')).VerifyPage }))
const WishlistPage = lazy(async () => ({
  default: (await import('../pages/wishlist-page.tsx')).WishlistPage,
}))

export function ShopRoutes() {
  return (
    <Routes>
      <Route path={paths.home} element={<HomePage />} />
      <Route path={paths.shop} element={<ShopPage />} />
      <Route path={paths.search} element={<SearchPage />} />
      <Route path={paths.categories} element={<CategoriesPage />} />
      <Route path="/product-details/:id" element={<ProductPage />} />
      <Route path={paths.wishlist} element={<WishlistPage />} />
      <Route path={paths.sharedWishlist} element={<WishlistPage />} />
      <Route path={paths.preCheck} element={<PreCheckPage />} />
      <Route path={paths.checkout} element={<CheckoutPage />} />
      <Route path={paths.account} element={<AccountPage />} />
      <Route path={paths.accountFromCheckout} element={<AccountPage />} />
      <Route path={paths.forgotPassword} element={<ForgotPasswordPage />} />
      <Route path={paths.verify} element={<VerifyPage />} />
      <Route path={paths.changePassword} element={<ChangePasswordPage />} />
      <Route path={paths.specialOrder} element={<SpecialOrderPage />} />
      <Route path={paths.contact} element={<ContactPage />} />
      <Route path={paths.about} element={<AboutPage />} />
      <Route path={paths.terms} element={<TermsPage />} />
      <Route path={paths.refund} element={<RefundPage />} />
      <Route path={paths.giftCard} element={<GiftCardPage />} />
      <Route path={paths.apiDocs} element={<ApiPage />} />
      <Route path="*" element={<NotFoundPage />} />
    </Routes>
  )
}
