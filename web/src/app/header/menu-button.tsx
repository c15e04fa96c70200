import { useState } from 'react'
import { preloadOnIntent } from '../../ui/loading/lazy-part.tsx'
import { Icon } from '../../ui/media/icon.tsx'
import { lazyOverlay } from '../../ui/overlay/lazy-overlay.tsx'

const MenuDrawer = lazyOverlay(
  () => import('./menu-drawer.tsx').then(({ MenuDrawer }) => MenuDrawer),
  () => 'Menu',
)

/** On phones: opens the drawer with the categories and the links. */
export function MenuButton() {
  const [wanted, setWanted] = useState(false)
  const [open, setOpen] = useState(false)
  return (
    <>
      <button
        type="button"
        data-boot="menu"
        className="icon-button menu-button"
        aria-label="Menu"
        aria-haspopup="dialog"
        {...preloadOnIntent(MenuDrawer)}
        onClick={() => {
          setWanted(true)
          setOpen(true)
        }}
      >
        <Icon name="menu" />
      </button>
      {wanted ? <MenuDrawer open={open} onClose={() => setOpen(false)} /> : null}
    </>
  )
}
