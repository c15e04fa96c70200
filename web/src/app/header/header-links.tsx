import { categoryPath, paths } from '../../config/paths.ts'
import { BOOKS_CATEGORY_ID, store } from '../../config/store.ts'
import { useLocation } from '../../platform/location.ts'
import { IconButton, type IconName } from '../../ui/media/icon.tsx'
import { Link } from '../../ui/page/link.tsx'

type MenuLink = {
  name: string
  /** '' for an entry without a destination. */
  to: string
  state?: object
}

const menuLinks: MenuLink[] = [
  { name: 'HOME', to: paths.home },
  { name: 'BOOKS', to: categoryPath(BOOKS_CATEGORY_ID), state: { categoryId: BOOKS_CATEGORY_ID } },
  { name: 'CATEGORIES', to: paths.categories },
  { name: 'CONTACT US', to: paths.contact },
  { name: 'SHOP NOW', to: paths.shop },
  { name: 'SCHOOL PACKAGES', to: '' },
  { name: 'SPECIAL ORDER', to: paths.specialOrder },
  { name: 'GIFT VOUCHER', to: '' },
]

export function MenuLinkList({ onGo }: { onGo?: () => void }) {
  const { pathname, search } = useLocation()
  return (
    <ul className="menu-links">
      {menuLinks.map(({ name, to, state }) => (
        <li key={name}>
          {to === '' ? (
            <button type="button" className="menu-link" aria-disabled="true" tabIndex={-1}>
              {name}
            </button>
          ) : (
            <Link
              className="menu-link"
              to={to}
              aria-current={to === pathname + search ? 'page' : undefined}
              state={state}
              onClick={onGo}
            >
              {name}
            </Link>
          )}
        </li>
      ))}
    </ul>
  )
}

/** The brand's links that are not empty. */
export const topLinks = [
  { name: 'Order Tracking', to: store.links.orderTracking },
  { name: 'Contact', to: store.links.contact },
  { name: 'FAQ', to: store.links.faq },
  { name: 'Branches', to: store.links.branches },
].filter(({ to }) => to)

/** Links to pages of the store's own website: above the header, and on phones in the menu. */
export function TopLinks() {
  return topLinks.length === 0 ? null : (
    <ul className="top-links">
      {topLinks.map(({ name, to }) => (
        <li key={name}>
          <Link to={to}>{name}</Link>
        </li>
      ))}
    </ul>
  )
}

/** Compare and Notifications: a badge with 0 and no action, which the Tab key skips. */
export function InertIcon({ name, label }: { name: Extract<IconName, 'compare' | 'bell'>; label: string }) {
  return (
    <IconButton icon={name} label={label} aria-disabled="true" tabIndex={-1}>
      <span className="badge" aria-hidden="true">
        0
      </span>
    </IconButton>
  )
}
