import { existsSync } from 'node:fs'
import { resolve } from 'node:path'

const SOURCE = resolve(import.meta.dirname, '../src')

/** Modules that share a chunk, because on slow networks each request costs a kilobyte and a round trip. */
const CHUNKS: Record<string, readonly string[]> = {
  // Small modules of the home page and the product page.
  common: [
    'domain/book-facts.ts',
    'features/catalogue/product/rendered-product.tsx',
    'features/catalogue/recent-products.ts',
  ],
  // Forms and controls of several pages.
  parts: [
    'features/wishlist/changes.ts',
    'platform/draft.ts',
    'ui/feedback/use-when-online.ts',
    'ui/form/field.tsx',
    'ui/form/form-error.tsx',
    'ui/form/forms.scss',
    'ui/form/quantity.tsx',
    'ui/overlay/dialog.tsx',
  ],
  products: [
    'features/cart/add-product.ts',
    'features/cart/add-to-cart-button.tsx',
    'features/catalogue/page-of.ts',
    'features/catalogue/product-card.tsx',
    'ui/media/rating-stars.tsx',
    'ui/page/stock-chip.tsx',
  ],
  cart: [
    'app/header/cart-line.tsx',
    'features/cart/cart-panel.tsx',
    'features/school-list/cart-actions.tsx',
    'ui/overlay/popover-lines.scss',
  ],
  lines: ['domain/order-details.ts', 'features/cart/line-notice.tsx', 'features/cart/line-notice.scss'],
  lists: ['features/school-list/list-link.ts'],
  delivery: ['features/delivery/address.ts', 'features/delivery/queries.ts'],
  payment: [
    'domain/distance.ts',
    'features/cart/carried-cart.ts',
    'features/checkout/billing.ts',
    'features/checkout/payment-notice.scss',
    'features/checkout/payment-notice.tsx',
    'features/checkout/payments.ts',
    'features/delivery/fee.ts',
    'pages/payment/customer-payment.tsx',
    'platform/locks.ts',
  ],
  offline: [
    'api/offline-store.ts',
    'app/offline/keep-offline.tsx',
    'app/offline/service-worker.ts',
    'platform/typed-text.ts',
  ],
}

/** Catalogue pages with their modules. */
const CATALOGUE = [
  'features/catalogue/category/category-sidebar.tsx',
  'features/catalogue/category/category.ts',
  'features/catalogue/popular-books.tsx',
  'features/catalogue/product-grid.tsx',
  'features/catalogue/product-list.tsx',
  'features/catalogue/queries.ts',
  'pages/categories-page.tsx',
  'pages/shop-page.tsx',
]

/** Modules of npm packages in a chunk. */
const PACKAGES: Record<string, RegExp> = {
  products: /\/(?:useQueries|queriesObserver)\.js$/,
  parts: /\/(?:useMutation|useMutationState|mutationObserver)\.js$/,
  offline: /\/idb-keyval\//,
}

/** Returns a predicate for the modules of a chunk. @throws Error if a file is missing, for example after a rename */
function modulesOf(files: readonly string[], packages?: RegExp): (id: string) => boolean {
  const paths = new Set(files.map((file) => resolve(SOURCE, file)))
  for (const path of paths)
    if (!existsSync(path)) throw new Error(`web/build/chunks.ts contains ${path}, which does not exist.`)
  return (id) => paths.has(id.replace(/\?.*$/, '')) || (packages?.test(id) ?? false)
}

/** Returns the groups for Rolldown's `codeSplitting`. */
export const chunkGroups = () => [
  { name: 'shop', tags: ['$initial' as const], priority: 2 },
  ...Object.entries(CHUNKS).map(([name, files]) => ({
    name,
    test: modulesOf(files, PACKAGES[name]),
    priority: 1,
  })),
  { name: 'catalogue', test: modulesOf(CATALOGUE), includeDependenciesRecursively: true },
]
