import { addresses, relations as addressRelations } from './addresses.ts'
import { auth } from './auth.ts'
import { relations as bannerRelations, banners } from './banners.ts'
import { categories, relations as categoryRelations } from './categories.ts'
import { config } from './config.ts'
import { customer, relations as customerRelations } from './customer.ts'
import type { EndpointKey } from './endpoint.ts'
import { homepage, relations as homepageRelations } from './homepage.ts'
import { newsletter } from './newsletter.ts'
import { relations as orderRelations, orders } from './orders.ts'
import { relations as productRelations, products } from './products.ts'
import type { Relation } from './relation.ts'
import { relations as specialOrderRelations, specialOrders } from './special-orders.ts'
import { wishlist, relations as wishlistRelations } from './wishlist.ts'

/** All endpoints of the provider below /api/v1. */
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

/** Relations between responses of the provider. */
export const relations: readonly Relation[] = [
  ...productRelations,
  ...categoryRelations,
  ...homepageRelations,
  ...bannerRelations,
  ...wishlistRelations,
  ...orderRelations,
  ...addressRelations,
  ...customerRelations,
  ...specialOrderRelations,
]

/** Descriptions of the resources in the OpenAPI document. */
export const resourceDescriptions: Record<keyof Api, string> = {
  banners: 'The pictures at the top of the home page.',
  homepage: 'The sections of the home page and their products.',
  categories: 'The tree of categories, and the products of each.',
  products: 'Lists, search and details of products.',
  wishlist: 'The products that a customer remembers.',
  customer: 'The customer of a token.',
  orders: "A customer's orders, and placing one.",
  addresses: "A customer's delivery addresses.",
  config: "The host's own settings: addresses of pictures, delivery rate.",
  auth: 'Registration, log-in, one-time codes and new passwords.',
  newsletter: 'Subscribing an address to the newsletter.',
  specialOrders: 'Asking for a product that the shop does not list.',
}

export type Resource = keyof Api

type EndpointsOf<R> = R[keyof R]

/** Union of all declared endpoints. */
export type AnyEndpoint = { [R in Resource]: EndpointsOf<Api[R]> }[Resource]

/** Maps `GET /products/latest` to its declaration. */
export type EndpointsByKey = { [E in AnyEndpoint as EndpointKey<E>]: E }
