import { addressesCases } from './addresses.ts'
import { authCases } from './auth.ts'
import { bannersCases } from './banners.ts'
import { categoriesCases } from './categories.ts'
import { customerCases } from './customer.ts'
import { homepageCases } from './homepage.ts'
import { newsletterCases } from './newsletter.ts'
import { ordersCases } from './orders.ts'
import { productsCases } from './products.ts'
import type { Cases } from './provider-case.ts'
import { specialOrdersCases } from './special-orders.ts'
import { wishlistCases } from './wishlist.ts'

/** All cases in the order in which they are sent. Later cases can use values from earlier responses. */
export const cases: Cases = {
  config: { get: [{ title: "returns the store's settings", status: 200 }] },
  banners: bannersCases,
  homepage: homepageCases,
  categories: categoriesCases,
  products: productsCases,
  auth: authCases,
  customer: customerCases,
  wishlist: wishlistCases,
  addresses: addressesCases,
  orders: ordersCases,
  newsletter: newsletterCases,
  specialOrders: specialOrdersCases,
}
