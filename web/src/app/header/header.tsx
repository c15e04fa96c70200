import { useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { limits } from '../../config/limits.ts'
import { paths, shopSearchPath } from '../../config/paths.ts'
import { store } from '../../config/store.ts'
import { searchState } from '../../domain/navigation-state.ts'
import { SearchBox } from '../../features/search/search-box.tsx'
import { Icon } from '../../ui/media/icon.tsx'
import { Link } from '../../ui/page/link.tsx'
import { CategoryMenu } from './category-menu.tsx'
import { HeaderCart } from './header-cart.tsx'
import { HeaderWishlist } from './header-wishlist.tsx'
import { InertIcon } from './inert-icon.tsx'
import { MenuButton } from './menu-button.tsx'
import { useHideHeaderOnScroll } from './use-hide-header-on-scroll.ts'

type Panel = 'cart' | 'wishlist' | null

/** Name plate, search, contact and the five icons; the categories under them; the cloth's edge below. */
export function Header() {
  const navigate = useNavigate()
  useHideHeaderOnScroll()
  const { pathname, search, key } = useLocation()
  const [panel, setPanel] = useState<{ name: Panel; at: string }>({ name: null, at: key })
  // Another page closes what was open.
  const open = panel.at === key ? panel.name : null
  const show = (name: Panel) => setPanel({ name, at: key })
  const listing = pathname === paths.shop || pathname === paths.search
  const query = listing ? (new URLSearchParams(search).get('q') ?? '') : ''

  return (
    <header className="site-header">
      <div className="shell header-main">
        <MenuButton />
        <Link to={paths.home} className="name-plate" aria-label={`${store.name}, home`}>
          {store.name}
        </Link>
        <div className="header-search">
          <SearchBox
            label="Search for books, pens, bags..."
            debounce={limits.headerSearchDebounce}
            query={query}
            onSearch={(asked, found) => navigate(shopSearchPath(asked), { state: searchState(asked, found) })}
          />
        </div>
        <address className="header-contact">
          <a href={`tel:${store.phones[0].replaceAll(' ', '')}`}>
            <Icon name="phone" />
            <span>
              <span className="contact-label">Call us</span> {store.phones[0]}
            </span>
          </a>
          <a href={`https://wa.me/${store.whatsapp}`}>
            <Icon name="chat" />
            <span>
              <span className="contact-label">Chat with us</span> WhatsApp
            </span>
          </a>
          <a href={`mailto:${store.email}`}>
            <Icon name="mail" />
            <span>
              <span className="contact-label">Write to us</span> {store.email}
            </span>
          </a>
        </address>
        <div className="header-icons">
          <span className="wide-only">
            <InertIcon name="compare" label="Compare" />
          </span>
          <HeaderWishlist
            open={open === 'wishlist'}
            onOpen={() => show('wishlist')}
            onClose={() => show(null)}
          />
          <Link to={paths.account} className="icon-button" aria-label="Account">
            <Icon name="user" />
          </Link>
          <span className="wide-only">
            <InertIcon name="bell" label="Notifications" />
          </span>
          <HeaderCart open={open === 'cart'} onOpen={() => show('cart')} onClose={() => show(null)} />
        </div>
      </div>
      <CategoryMenu />
      <div className="kitenge" />
    </header>
  )
}
