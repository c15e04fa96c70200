import { paths } from '../../config/paths.ts'
import { firstImage, readProducts, type ShopProduct } from '../../domain/product.ts'
import { createStorageStore } from '../../platform/storage-store.ts'
import { ImageLink, NameLink } from '../../ui/media/image-link.tsx'
import { Link } from '../../ui/page/link.tsx'

/** Contains no price, because it may change before the next visit. */
type RecentProduct = Pick<ShopProduct, 'id' | 'name' | 'images' | 'category_ids' | 'category_id'>

const MAX_STORED_PRODUCTS = 12

/** The products whose pages this browser has opened, most recent first. */
const recentProducts = createStorageStore('recentProducts', (stored): RecentProduct[] => readProducts(stored))

export function rememberProduct(product: ShopProduct): void {
  const otherProducts = recentProducts.get().filter(({ id }) => id !== product.id)
  recentProducts.set([product, ...otherProducts].slice(0, MAX_STORED_PRODUCTS).map(recentProduct))
}

function recentProduct({ id, name, images, category_ids, category_id }: RecentProduct): RecentProduct {
  return { id, name, images: [firstImage({ images })], category_ids, category_id }
}

/** The school class by which the shopper last filtered a list, such as `P5`; null if none. */
export const lastSchoolClass = createStorageStore(
  'schoolClass',
  (stored) => (typeof stored === 'string' && /^(?:[PS][1-7]|\w+ Class)$/.test(stored) ? stored : null),
  'text',
)

/** Recently viewed products and a link to the last chosen school class. Renders nothing if there is neither. */
export function RecentRow({ except }: { except?: number | null }) {
  const products = recentProducts.use().filter(({ id }) => id !== except)
  const schoolClass = lastSchoolClass.use()
  if (products.length === 0 && schoolClass === null) return null
  return (
    <section className="mt-4 mb-4" aria-label="For you">
      {products.length === 0 ? null : (
        <>
          <div className="plain-head">
            <h2>Recently viewed</h2>
            <button type="button" className="link-button" onClick={() => recentProducts.set(null)}>
              Clear
            </button>
          </div>
          <ul className="recent-products">
            {products.map((product) => (
              <li key={product.id}>
                <ImageLink product={product} isSecondary />
                <NameLink product={product} />
              </li>
            ))}
          </ul>
        </>
      )}
      {schoolClass === null ? null : (
        <Link
          className="btn btn-outline-secondary"
          to={`${paths.shop}?${new URLSearchParams({ class: schoolClass })}`}
        >
          For {schoolClass}
        </Link>
      )}
    </section>
  )
}
