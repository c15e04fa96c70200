import { addresses } from './addresses.ts'
import { auth } from './auth.ts'
import { banners } from './banners.ts'
import { categories } from './categories.ts'
import { config } from './config.ts'
import { customer } from './customer.ts'
import type { EndpointKey } from './endpoint.ts'
import { homepage } from './homepage.ts'
import { newsletter } from './newsletter.ts'
import { orders } from './orders.ts'
import { products } from './products.ts'
import { specialOrders } from './special-orders.ts'
import { wishlist } from './wishlist.ts'

/** Every endpoint of the provider's host under /api/v1. */
export const api = {
  banners,
  homepage,
  categories,
  products,
  wishlist,
  customer,
  orders,
  addresses,
  config,
  auth,
  newsletter,
  specialOrders,
}

export type Api = typeof api

/** The names of the resources. */
export type Resource = keyof Api

type EndpointsOf<R> = R[keyof R]

/** Every declared endpoint, as a union. */
export type AnyEndpoint = { [R in Resource]: EndpointsOf<Api[R]> }[Resource]

/** `GET /products/latest` -> its declaration. */
export type EndpointsByKey = { [E in AnyEndpoint as EndpointKey<E>]: E }
