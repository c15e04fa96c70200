import { store } from '../../config/store.ts'
import { Link } from '../../ui/page/link.tsx'

const links = [
  { name: 'Order Tracking', to: store.links.orderTracking },
  { name: 'Contact', to: store.links.contact },
  { name: 'FAQ', to: store.links.faq },
  { name: 'Branches', to: store.links.branches },
]

/** Links to pages of the store's own website: above the header, and on phones in the menu. */
export function TopLinks() {
  return (
    <ul className="top-links">
      {links.map(({ name, to }) => (
        <li key={name}>
          <Link to={to}>{name}</Link>
        </li>
      ))}
    </ul>
  )
}
