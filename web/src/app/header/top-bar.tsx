import { destinations, store } from '../../config/store.ts'
import { Link } from '../../ui/page/link.tsx'
import { SocialLinks } from '../footer/social-links.tsx'

const links = () => [
  { name: 'Order Tracking', to: destinations.orderTracking || store.links.orderTracking },
  { name: 'Contact', to: store.links.contact },
  { name: 'FAQ', to: store.links.faq },
  { name: 'Branches', to: store.links.branches },
]

/** Links to the store's own website and its social pages. */
export function TopBar() {
  return (
    <nav className="top-bar on-dark" aria-label="Store website">
      <div className="shell">
        <ul className="top-links">
          {links().map(({ name, to }) => (
            <li key={name}>
              <Link to={to}>{name}</Link>
            </li>
          ))}
        </ul>
        <SocialLinks />
      </div>
    </nav>
  )
}
