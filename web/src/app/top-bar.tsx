import { store } from '../config/store.ts'
import { SocialLinks } from './social-links.tsx'

const links = [
  { name: 'Order Tracking', to: store.links.orderTracking },
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
          {links.map(({ name, to }) => (
            <li key={name}>
              <a href={to}>{name}</a>
            </li>
          ))}
        </ul>
        <SocialLinks />
      </div>
    </nav>
  )
}
