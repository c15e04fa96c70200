/**
 * The tables that handlers write, and whether a response that is the same for every client reads them. A write to such a
 * table invalidates the cached responses.
 */
export const TABLES = {
  categories: { isShared: true },
  products: { isShared: true },
  product_categories: { isShared: true },
  banners: { isShared: true },
  homepage_sections: { isShared: true },
  images: { isShared: true },
  settings: { isShared: true },
  customers: { isShared: false },
  access_tokens: { isShared: false },
  password_resets: { isShared: false },
  wishlist: { isShared: false },
  addresses: { isShared: false },
  orders: { isShared: false },
  order_lines: { isShared: false },
  idempotency_keys: { isShared: false },
  newsletter_subscribers: { isShared: false },
  special_orders: { isShared: false },
  transactions: { isShared: false },
  confirmed_payments: { isShared: false },
  hosted_payments: { isShared: false },
  outbox: { isShared: false },
} as const

export type Table = keyof typeof TABLES
