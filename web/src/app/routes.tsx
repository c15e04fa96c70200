import { Route, Routes } from 'react-router-dom'
import { paths } from '../lib/paths.ts'
import { HomePage } from '../pages/home-page.tsx'
import { latePage } from './late-page.tsx'

// Every screen of the shop. Home comes with the first load; the others when they are first opened.
const AboutPage = latePage(() => import('../pages/about-page.tsx').then((page) => page.AboutPage))
const AccountPage = latePage(() => import('../pages/account-page.tsx').then((page) => page.AccountPage))
const ApiPage = latePage(() => import('../pages/api-page.tsx').then((page) => page.ApiPage))
const CategoriesPage = latePage(() =>
  import('../pages/categories-page.tsx').then((page) => page.CategoriesPage),
)
const ChangePasswordPage = latePage(() =>
  import('../pages/change-password-page.tsx').then((page) => page.ChangePasswordPage),
)
const CheckoutPage = latePage(() => import('../pages/checkout-page.tsx').then((page) => page.CheckoutPage))
const ContactPage = latePage(() => import('../pages/contact-page.tsx').then((page) => page.ContactPage))
const ForgotPasswordPage = latePage(() =>
  import('../pages/forgot-password-page.tsx').then((page) => page.ForgotPasswordPage),
)
const GiftCardPage = latePage(() => import('../pages/gift-card-page.tsx').then((page) => page.GiftCardPage))
const NotFoundPage = latePage(() => import('../pages/not-found-page.tsx').then((page) => page.NotFoundPage))
const PreCheckPage = latePage(() => import('../pages/pre-check-page.tsx').then((page) => page.PreCheckPage))
const ProductPage = latePage(() => import('../pages/product-page.tsx').then((page) => page.ProductPage))
const RefundPage = latePage(() => import('../pages/refund-page.tsx').then((page) => page.RefundPage))
const SearchPage = latePage(() => import('../pages/search-page.tsx').then((page) => page.SearchPage))
const ShopPage = latePage(() => import('../pages/shop-page.tsx').then((page) => page.ShopPage))
const SpecialOrderPage = latePage(() =>
  import('../pages/special-order-page.tsx').then((page) => page.SpecialOrderPage),
)
const TermsPage = latePage(() => import('../pages/terms-page.tsx').then((page) => page.TermsPage))
const VerifyPage = latePage(() => import('../pages/verify-page.tsx').then((page) => page.VerifyPage))
const WishlistPage = latePage(() => import('../pages/wishlist-page.tsx').then((page) => page.WishlistPage))

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
