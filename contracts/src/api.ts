import type { EndpointKey } from './endpoint.ts'
import type { Relation } from './relation.ts'
import { addresses, relations as addressRelations } from './resources/addresses.ts'
import { auth } from './resources/auth.ts'
import { relations as bannerRelations, banners } from './resources/banners.ts'
import { categories, relations as categoryRelations } from './resources/categories.ts'
import { config } from './resources/config.ts'
import { customer, relations as customerRelations } from './resources/customer.ts'
import { homepage, relations as homepageRelations } from './resources/homepage.ts'
import { newsletter } from './resources/newsletter.ts'
import { relations as orderRelations, orders } from './resources/orders.ts'
import { relations as productRelations, products } from './resources/products.ts'
import { relations as specialOrderRelations, specialOrders } from './resources/special-orders.ts'
import { wishlist, relations as wishlistRelations } from './resources/wishlist.ts'

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

/** The provider's extensions of the original software that add an endpoint. */
export const ENDPOINT_EXTENSIONS = {
  sections: homepage.sections,
  newsletter: newsletter.subscribe,
  specialOrders: specialOrders.store,
}

/** Relations between the provider's responses. */
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
  banners: 'Banners of the home page.',
  homepage: 'The sections of the home page and their products.',
  categories: 'Category tree and products by category.',
  products: 'Product lists, search and details.',
  wishlist: 'Wishlist of a customer.',
  customer: 'Profile of the customer that the token belongs to.',
  orders: "Placing orders, and the customer's order history.",
  addresses: "A customer's delivery addresses.",
  config: 'Settings of the host: image URLs, delivery rate.',
  auth: 'Registration, login, one-time codes and password resets.',
  newsletter: 'Newsletter subscriptions.',
  specialOrders: 'Requests for products that the shop does not stock.',
}

export type Resource = keyof Api

type EndpointsOf<R> = R[keyof R]

/** Union of all declared endpoints. */
export type AnyEndpoint = { [R in Resource]: EndpointsOf<Api[R]> }[Resource]

/** Maps `GET /products/latest` to its declaration. */
export type EndpointsByKey = { [E in AnyEndpoint as EndpointKey<E>]: E }
