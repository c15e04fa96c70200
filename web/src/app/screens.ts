import type { ComponentType } from 'react'
import { paths } from '../config/paths.ts'

type Screen = {
  name: string
  /** A pattern of the router. */
  path: string
  /** Its heading; null where that is the name of what it shows. */
  title: string | null
  /** An address that shows it, where the path has parameters. */
  example?: string
  /**
   * Who its content is for, which decides what is rendered ahead of a visit and listed for search engines:
   * `static` is whole at build, `catalogue` is what the API answers to everyone, all else is one shopper's.
   */
  content?: 'static' | 'catalogue'
  /** The setting that turns it off. */
  setting?: 'schoolLists' | 'quotations'
  load: () => Promise<ComponentType>
}

/**
 * Every screen of the shop, in the order in which the router tries them. The routes, their tests and the pictures of
 * `npm run lab -- screens` are made from this table.
 */
export const screens: readonly Screen[] = [
  {
    name: 'home',
    content: 'catalogue',
    path: paths.home,
    title: 'Kitabo',
    load: () => import('../pages/home-page.tsx').then(({ HomePage }) => HomePage),
  },
  {
    name: 'shop',
    content: 'catalogue',
    path: paths.shop,
    title: 'Shop',
    load: () => import('../pages/shop-page.tsx').then(({ ShopPage }) => ShopPage),
  },
  {
    name: 'search',
    path: paths.search,
    title: 'Search',
    example: `${paths.search}?q=atlas`,
    load: () => import('../pages/shop-page.tsx').then(({ SearchPage }) => SearchPage),
  },
  {
    name: 'categories',
    content: 'catalogue',
    path: paths.categories,
    title: 'Categories',
    load: () => import('../pages/categories-page.tsx').then(({ CategoriesPage }) => CategoriesPage),
  },
  {
    name: 'category',
    content: 'catalogue',
    path: '/categories/:id',
    title: null,
    example: paths.category(3),
    load: () => import('../pages/categories-page.tsx').then(({ CategoriesPage }) => CategoriesPage),
  },
  {
    name: 'product',
    content: 'catalogue',
    path: '/product-details/:id',
    title: null,
    example: paths.product(338),
    load: () => import('../pages/product-page.tsx').then(({ ProductPage }) => ProductPage),
  },
  {
    name: 'wishlist',
    path: paths.wishlist,
    title: 'My Wishlist',
    load: () => import('../pages/wishlist-page.tsx').then(({ WishlistPage }) => WishlistPage),
  },
  {
    name: 'shared-wishlist',
    path: paths.sharedWishlist,
    title: 'My Wishlist',
    example: `${paths.sharedWishlist}?user=1`,
    load: () => import('../pages/wishlist-page.tsx').then(({ WishlistPage }) => WishlistPage),
  },
  {
    name: 'pre-check',
    path: paths.preCheck,
    title: 'Delivery',
    load: () => import('../pages/pre-check-page.tsx').then(({ PreCheckPage }) => PreCheckPage),
  },
  {
    name: 'checkout',
    path: paths.checkout,
    title: 'Checkout',
    load: () => import('../pages/checkout-page.tsx').then(({ CheckoutPage }) => CheckoutPage),
  },
  {
    name: 'account',
    path: paths.account,
    title: 'My Account',
    load: () => import('../pages/account-page.tsx').then(({ AccountPage }) => AccountPage),
  },
  {
    name: 'account-from-checkout',
    path: paths.accountFromCheckout,
    title: 'My Account',
    load: () => import('../pages/account-page.tsx').then(({ AccountPage }) => AccountPage),
  },
  {
    name: 'forgot-password',
    path: paths.forgotPassword,
    title: 'Forgot Password',
    load: () =>
      import('../pages/forgot-password-page.tsx').then(({ ForgotPasswordPage }) => ForgotPasswordPage),
  },
  {
    name: 'verify',
    path: paths.verify,
    title: 'Verify OTP',
    load: () => import('../pages/verify-page.tsx').then(({ VerifyPage }) => VerifyPage),
  },
  {
    name: 'change-password',
    path: paths.changePassword,
    title: 'Change Password',
    load: () =>
      import('../pages/change-password-page.tsx').then(({ ChangePasswordPage }) => ChangePasswordPage),
  },
  {
    name: 'special-order',
    path: paths.specialOrder,
    title: 'Special Order',
    load: () => import('../pages/special-order-page.tsx').then(({ SpecialOrderPage }) => SpecialOrderPage),
  },
  {
    name: 'contact',
    content: 'static',
    path: paths.contact,
    title: 'Contact Us',
    load: () => import('../pages/contact-page.tsx').then(({ ContactPage }) => ContactPage),
  },
  {
    name: 'about',
    content: 'static',
    path: paths.about,
    title: 'About Us',
    load: () => import('../pages/about-page.tsx').then(({ AboutPage }) => AboutPage),
  },
  {
    name: 'terms',
    content: 'static',
    path: paths.terms,
    title: 'Terms and Conditions',
    load: () => import('../pages/terms-page.tsx').then(({ TermsPage }) => TermsPage),
  },
  {
    name: 'refund',
    content: 'static',
    path: paths.refund,
    title: 'Refund Policy',
    load: () => import('../pages/refund-page.tsx').then(({ RefundPage }) => RefundPage),
  },
  {
    name: 'gift-card',
    path: paths.giftCard,
    title: 'Gift Cards',
    load: () => import('../pages/gift-card-page.tsx').then(({ GiftCardPage }) => GiftCardPage),
  },
  {
    name: 'school-list',
    path: paths.list,
    title: 'School list',
    load: () => import('../pages/list-page.tsx').then(({ ListPage }) => ListPage),
    setting: 'schoolLists',
  },
  {
    name: 'school-lists',
    path: paths.schoolLists,
    title: 'School lists',
    load: () => import('../pages/school-lists-page.tsx').then(({ SchoolListsPage }) => SchoolListsPage),
    setting: 'schoolLists',
  },
  {
    name: 'quotation',
    path: paths.quotation,
    title: 'Quotation',
    load: () => import('../pages/quotation-page.tsx').then(({ QuotationPage }) => QuotationPage),
    setting: 'quotations',
  },
  {
    name: 'api',
    path: paths.apiDocs,
    title: 'API',
    load: () => import('../pages/api-page.tsx').then(({ ApiPage }) => ApiPage),
  },
  {
    name: 'not-found',
    path: '*',
    title: 'Page not found',
    example: '/nowhere',
    load: () => import('../pages/not-found-page.tsx').then(({ NotFoundPage }) => NotFoundPage),
  },
]
