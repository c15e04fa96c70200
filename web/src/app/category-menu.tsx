import { lazy, Suspense, useRef, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { Icon } from '../ui/icon.tsx'
import { useDismiss } from '../ui/use-dismiss.ts'
import { MenuLinkList } from './menu-link-list.tsx'

const load = () =>
  import('../features/catalogue/category-flyout.tsx').then(({ CategoryFlyout }) => ({
    default: CategoryFlyout,
  }))
const CategoryFlyout = lazy(load)

/** The row under the header on wide screens: CATEGORIES, which opens the three levels, and the links. */
export function CategoryMenu() {
  const { key } = useLocation()
  const [openAt, setOpenAt] = useState<string | null>(null)
  const open = openAt === key
  const root = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)

  useDismiss(open, root, button, () => setOpenAt(null))

  return (
    <nav className="category-menu shell" aria-label="Categories and pages">
      <div ref={root} className="category-drop">
        <button
          ref={button}
          type="button"
          className="category-toggle on-dark"
          aria-expanded={open}
          aria-controls="category-flyout"
          onPointerEnter={() => void load()}
          onFocus={() => void load()}
          onClick={() => setOpenAt(open ? null : key)}
        >
          <Icon name="menu" />
          CATEGORIES
          <Icon name="chevron-down" />
        </button>
        <div id="category-flyout" hidden={!open}>
          {open ? (
            <Suspense fallback={null}>
              <CategoryFlyout />
            </Suspense>
          ) : null}
        </div>
      </div>
      <MenuLinkList />
    </nav>
  )
}
