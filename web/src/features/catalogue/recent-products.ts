import { firstImage, readProducts, type ShopProduct } from '../../domain/product.ts'
import { storageStore } from '../../platform/storage-store.ts'

/** Contains no price, because it may change before the next visit. */
type RecentProduct = Pick<ShopProduct, 'id' | 'name' | 'images'>

const MAX_STORED_PRODUCTS = 12

/** The products whose pages this browser has opened, most recent first. */
export const recentProducts = storageStore('recentProducts', (stored): RecentProduct[] =>
  readProducts(stored),
)

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

/** Whether the row of recent products has content, apart from the product `except`. If not, its code is not loaded. */
export const hasRecent = (except?: number | null): boolean =>
  recentProducts.get().some(({ id }) => id !== except) || lastSchoolClass.get() !== null
