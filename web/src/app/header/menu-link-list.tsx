import { useLocation } from 'react-router-dom'
import { BOOKS_CATEGORY_ID } from '../../config/limits.ts'
import { categoryPath, paths } from '../../config/paths.ts'
import { type Destinations, destinations } from '../../config/store.ts'
import { Link } from '../../ui/page/link.tsx'

type MenuLink = {
  name: string
  /** '' for an entry without a destination. */
  to: string
  state?: object
}

/** Returns an entry with its destination from the store's settings. */
const entry = (name: string, key: keyof Destinations): MenuLink => ({ name, to: destinations[key] })

/** Returns the category menu's links. */
function menuLinks(): MenuLink[] {
  return [
    { name: 'HOME', to: paths.home },
    { name: 'BOOKS', to: categoryPath(BOOKS_CATEGORY_ID), state: { categoryId: BOOKS_CATEGORY_ID } },
    { name: 'CATEGORIES', to: paths.categories },
    { name: 'CONTACT US', to: paths.contact },
    { name: 'SHOP NOW', to: paths.shop },
    entry('SCHOOL PACKAGES', 'schoolPackages'),
    { name: 'SPECIAL ORDER', to: paths.specialOrder },
    entry('GIFT VOUCHER', 'giftVoucher'),
  ]
}

export function MenuLinkList({ onGo }: { onGo?: () => void }) {
  const { pathname, search } = useLocation()
  return (
    <ul className="menu-links">
      {menuLinks().map(({ name, to, state }) => (
        <li key={name}>
          {to === '' ? (
            <button type="button" className="menu-link" aria-disabled="true">
              {name}
            </button>
          ) : (
            <Link
              className="menu-link"
              to={to}
              aria-current={to === pathname + search ? 'page' : undefined}
              {...(state ? { state } : {})}
              {...(onGo ? { onClick: onGo } : {})}
            >
              {name}
            </Link>
          )}
        </li>
      ))}
    </ul>
  )
}
