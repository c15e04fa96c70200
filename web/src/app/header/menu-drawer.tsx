import { CategoryLevels } from '../../features/catalogue/category/category-levels.tsx'
import { Drawer } from '../../ui/overlay/overlay.tsx'
import { ContactLinks, mainContacts } from '../../ui/page/contact-links.tsx'
import { InertIcon, MenuLinkList, TopLinks, topLinks } from './header-links.tsx'
import './menu-drawer.scss'

export function MenuDrawer({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Drawer
      title="Menu"
      open={open}
      onClose={onClose}
      placement="start"
      tools={
        <>
          <InertIcon name="compare" label="Compare" />
          <InertIcon name="bell" label="Notifications" />
        </>
      }
    >
      <div className="kitenge" />
      <div className="offcanvas-body">
        <h3>CATEGORIES</h3>
        <CategoryLevels opens="down" onGo={onClose} />
        <MenuLinkList onGo={onClose} />
        {topLinks.length === 0 ? null : (
          <nav aria-label="Store website">
            <TopLinks />
          </nav>
        )}
        <ul className="menu-contact">
          <ContactLinks contacts={mainContacts} />
        </ul>
      </div>
    </Drawer>
  )
}
