import { lazy, Suspense, useState } from 'react'
import { Icon } from '../ui/icon.tsx'

const load = () => import('./menu-drawer.tsx').then(({ MenuDrawer }) => ({ default: MenuDrawer }))
const MenuDrawer = lazy(load)

/** On phones: opens the drawer with the categories and the links. */
export function MenuButton() {
  const [wanted, setWanted] = useState(false)
  const [open, setOpen] = useState(false)
  return (
    <>
      <button
        type="button"
        className="icon-button menu-button"
        aria-label="Menu"
        aria-haspopup="dialog"
        onPointerEnter={() => void load()}
        onFocus={() => void load()}
        onClick={() => {
          setWanted(true)
          setOpen(true)
        }}
      >
        <Icon name="menu" />
      </button>
      {wanted ? (
        <Suspense fallback={null}>
          <MenuDrawer open={open} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  )
}
