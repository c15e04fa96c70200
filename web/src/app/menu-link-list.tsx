import { NavLink } from 'react-router-dom'
import { menuLinks } from './menu-links.ts'

export function MenuLinkList({ onGo }: { onGo?: () => void }) {
  return (
    <ul className="menu-links">
      {menuLinks.map(({ name, to, state }) => (
        <li key={name}>
          {to === undefined ? (
            <button type="button" className="menu-link">
              {name}
            </button>
          ) : (
            <NavLink
              className="menu-link"
              to={to}
              end
              {...(state ? { state } : {})}
              {...(onGo ? { onClick: onGo } : {})}
            >
              {name}
            </NavLink>
          )}
        </li>
      ))}
    </ul>
  )
}
