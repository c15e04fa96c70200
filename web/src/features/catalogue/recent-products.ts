import { firstImage, readProducts, type ShopProduct } from '../../domain/product.ts'
import { storageStore } from '../../platform/storage-store.ts'

/** Without the price, which may change until the next visit. */
type RecentProduct = Pick<ShopProduct, 'id' | 'name' | 'images'>

/** Number of stored products. */
const MAX_STORED_PRODUCTS = 12

/** The products whose pages this browser has opened, newest first. */
export const recentProducts = storageStore('recentProducts', (stored): RecentProduct[] =>
  readProducts(stored),
)

/** Puts a product first. */
export function rememberProduct({ id, name, images }: ShopProduct): void {
  const otherProducts = recentProducts.get().map(({ id, name, images }) => ({ id, name, images }))
  const product = { id, name, images: [firstImage({ images })] }
  recentProducts.set(
    [product, ...otherProducts.filter((other) => other.id !== id)].slice(0, MAX_STORED_PRODUCTS),
  )
}

/** The school class by which the shopper last filtered a list, such as `P5`; null if none. */
export const lastSchoolClass = storageStore(
  'schoolClass',
  (stored) => (typeof stored === 'string' && /^(?:[PS][1-7]|\w+ Class)$/.test(stored) ? stored : null),
  'text',
)

/** Whether there is anything to show on the page of `except`, or on home. Otherwise the row's code is not loaded. */
export const hasRecent = (except?: number | null): boolean =>
  recentProducts.get().some(({ id }) => id !== except) || lastSchoolClass.get() !== null
