import { useLocation } from 'react-router-dom'
import { BOOKS_CATEGORY_ID } from '../../config/limits.ts'
import { categoryPath, paths } from '../../config/paths.ts'
import { Link } from '../../ui/page/link.tsx'

type MenuLink = {
  name: string
  /** '' for an entry without a destination. */
  to: string
  state?: object
}

/** The category menu's links. */
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
