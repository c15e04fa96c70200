import Offcanvas from 'react-bootstrap/Offcanvas'
import { store } from '../../config/store.ts'
import { CategoryAccordion } from '../../features/catalogue/category/category-accordion.tsx'
import { Icon } from '../../ui/media/icon.tsx'
import { useBackCloses } from '../../ui/overlay/back-closes.ts'
import { useReturnFocus } from '../../ui/overlay/use-return-focus.ts'
import { ContactLinks } from '../footer/contact-links.tsx'
import { InertIcon } from './inert-icon.tsx'
import { MenuLinkList } from './menu-link-list.tsx'
import { TopLinks } from './top-links.tsx'
import './menu-drawer.scss'

type Props = { open: boolean; onClose: () => void }

/** The menu on phones, in a separate chunk. */
export function MenuDrawer({ open, onClose }: Props) {
  useBackCloses(open, onClose)
  const focusRules = useReturnFocus(open)
  return (
    <Offcanvas show={open} onHide={onClose} aria-labelledby="menu-title" {...focusRules}>
      <div className="drawer-head">
        <h2 id="menu-title">Menu</h2>
        <div className="d-flex">
          <InertIcon name="compare" label="Compare" />
          <InertIcon name="bell" label="Notifications" />
          <button type="button" className="icon-button" aria-label="Close menu" onClick={onClose}>
            <Icon name="close" />
          </button>
        </div>
      </div>
      <div className="kitenge" />
      <div className="offcanvas-body">
        <h3>CATEGORIES</h3>
        <CategoryAccordion onGo={onClose} />
        <MenuLinkList onGo={onClose} />
        <nav aria-label="Store website">
          <TopLinks />
        </nav>
        <ul className="drawer-contact">
          <ContactLinks phones={store.phones.slice(0, 1)} />
        </ul>
      </div>
    </Offcanvas>
  )
}
