import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { store } from '../../config/store.ts'
import { type CategoryNode, categoryTree } from '../../features/catalogue/category/category.ts'
import { CategoryRow } from '../../features/catalogue/category/category-row.tsx'
import { categoriesQuery } from '../../features/catalogue/queries.ts'
import { Drawer } from '../../ui/overlay/overlay.tsx'
import { ContactLinks } from '../../ui/page/contact-links.tsx'
import { InertIcon, MenuLinkList, TopLinks } from './header-links.tsx'
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
        <CategoryAccordion onGo={onClose} />
        <MenuLinkList onGo={onClose} />
        <nav aria-label="Store website">
          <TopLinks />
        </nav>
        <ul className="menu-contact">
          <ContactLinks phones={store.phones.slice(0, 1)} />
        </ul>
      </div>
    </Drawer>
  )
}

function CategoryAccordion({ onGo }: { onGo: () => void }) {
  const { data: flat = [] } = useQuery(categoriesQuery())
  return <AccordionLevel nodes={categoryTree(flat)} onGo={onGo} images />
}

type LevelProps = { nodes: readonly CategoryNode[]; onGo: () => void; images?: boolean }

function AccordionLevel({ nodes, onGo, images = false }: LevelProps) {
  const [open, setOpen] = useState<number | null>(null)
  return (
    <ul className="menu-level">
      {nodes.map((node) => (
        <li key={node.id}>
          <CategoryRow
            node={node}
            image={images}
            open={open === node.id}
            onToggle={() => setOpen(open === node.id ? null : node.id)}
            opens="down"
            onGo={onGo}
          />
          {open === node.id ? <AccordionLevel nodes={node.children} onGo={onGo} /> : null}
        </li>
      ))}
    </ul>
  )
}
