import { paths } from '../../config/paths.ts'
import { ImageLink, NameLink } from '../../ui/media/image-link.tsx'
import { Link } from '../../ui/page/link.tsx'
import { lastSchoolClass, recentProducts } from './recent-products.ts'
import './recent-row.scss'

/** Recently viewed products and a link to the last chosen school class. Renders nothing if there is neither. */
export function RecentRow({ except }: { except?: number | null }) {
  const products = recentProducts.use().filter(({ id }) => id !== except)
  const schoolClass = lastSchoolClass.use()
  if (products.length === 0 && schoolClass === null) return null
  return (
    <section className="recent" aria-label="For you">
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
                <div className="product-stand">
                  <ImageLink product={product} ratio="square" isSecondary />
                </div>
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
