import { useLocation } from 'react-router-dom'
import { Link } from '../../ui/page/link.tsx'
import { menuLinks } from './menu-links.ts'

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
