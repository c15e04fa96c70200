import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { paths } from '../../config/paths.ts'
import { BOOKS_CATEGORY_ID, store } from '../../config/store.ts'
import { categoryProductsQuery } from '../../features/catalogue/queries.ts'
import { SearchBox } from '../../features/search/search-box.tsx'
import { useLocation } from '../../platform/location.ts'
import { preloadOnIntent } from '../../ui/loading/lazy-component.tsx'
import { Icon, IconButton } from '../../ui/media/icon.tsx'
import { lazyOverlay } from '../../ui/overlay/lazy-overlay.tsx'
import { mainContacts } from '../../ui/page/contact-links.tsx'
import { Link } from '../../ui/page/link.tsx'
import { CategoryMenu } from './category-menu.tsx'
import { HeaderCart, HeaderWishlist } from './header-buttons.tsx'
import { InertIcon } from './header-links.tsx'

const SEARCH_DEBOUNCE_MS = 100

/** Longer names are set smaller, on up to two lines, in characters. */
const NAME_PLATE_LENGTH = 9

/** Logo, search, contact and five icons, which stay in view; below them the categories and the kitenge edge. */
export function Header() {
  const { pathname, search } = useLocation()
  // In the quiet header of the checkout, the search is behind a button.
  const [isSearching = false, setSearching] = useUntilNavigation<boolean>()
  const searchBox = useRef<HTMLDivElement>(null)
  function toggleSearch() {
    flushSync(() => setSearching(!isSearching))
    searchBox.current?.querySelector('input')?.focus()
  }
  const isListing = pathname === paths.shop || pathname === paths.search
  const query = isListing ? (new URLSearchParams(search).get('q') ?? '') : ''

  return (
    <>
      <header className="site-header">
        <div className="shell header-main">
          <MenuButton />
          <Link
            to={paths.home}
            className={store.name.length > NAME_PLATE_LENGTH ? 'name-plate is-long' : 'name-plate'}
            aria-label={`${store.name}, home`}
          >
            <span>{store.name}</span>
          </Link>
          <div className={isSearching ? 'header-search is-open' : 'header-search'} ref={searchBox}>
            <SearchBox
              label="Search for books, pens, bags..."
              debounce={SEARCH_DEBOUNCE_MS}
              query={query}
              more={categoryProductsQuery(BOOKS_CATEGORY_ID)}
            />
          </div>
          <address className="header-contact">
            {mainContacts.map(({ url, icon, action, text }) => (
              <a key={text} href={url}>
                <Icon name={icon} />
                <span>
                  <span className="visually-hidden">{action}</span> {text}
                </span>
              </a>
            ))}
          </address>
          <HeaderIcons isSearching={isSearching} onSearch={toggleSearch} />
        </div>
      </header>
      <div className="header-menu">
        <CategoryMenu />
        <div className="kitenge" />
      </div>
    </>
  )
}

/** Holds a state until the next navigation, and undefined from then on. */
function useUntilNavigation<State>() {
  const { key } = useLocation()
  const [entry, setEntry] = useState<{ state: State; key: string }>()
  return [entry?.key === key ? entry.state : undefined, (state: State) => setEntry({ state, key })] as const
}

type IconsProps = { isSearching: boolean; onSearch: () => void }

function HeaderIcons({ isSearching, onSearch }: IconsProps) {
  const [openPanel, show] = useUntilNavigation<'cart' | 'wishlist' | null>()
  return (
    <div className="header-icons">
      <span className="wide-only">
        <InertIcon name="compare" label="Compare" />
      </span>
      <IconButton
        icon="search"
        label="Search"
        className="header-search-button"
        aria-expanded={isSearching}
        onClick={onSearch}
      />
      <HeaderWishlist
        open={openPanel === 'wishlist'}
        onOpen={() => show('wishlist')}
        onClose={() => show(null)}
      />
      <Link to={paths.account} className="icon-button" aria-label="Account">
        <Icon name="user" />
      </Link>
      <span className="wide-only">
        <InertIcon name="bell" label="Notifications" />
      </span>
      <HeaderCart open={openPanel === 'cart'} onOpen={() => show('cart')} onClose={() => show(null)} />
    </div>
  )
}

const MenuDrawer = lazyOverlay(
  () => import('./menu-drawer.tsx').then((module) => module.MenuDrawer),
  () => 'Menu',
)

/** On phones: opens the drawer with categories and links. */
function MenuButton() {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <IconButton
        icon="menu"
        label="Menu"
        className="menu-button"
        aria-haspopup="dialog"
        {...preloadOnIntent(MenuDrawer)}
        onClick={() => setIsOpen(true)}
      />
      <MenuDrawer open={isOpen} onClose={() => setIsOpen(false)} />
    </>
  )
}
