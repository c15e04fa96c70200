import { type ReactNode, useId, useState, useSyncExternalStore } from 'react'
import { Icon } from '../media/icon.tsx'

/** A sidebar that is folded behind a button on phones. What is folded away is not drawn, and asks for nothing. */
export function SidePanel({ label, children }: { label: string; children: ReactNode }) {
  const id = useId()
  const [open, setOpen] = useState(false)
  const [opened, setOpened] = useState(false)
  const isWide = useIsWide()
  return (
    <aside className="side" aria-label={label}>
      <button
        type="button"
        data-boot="side"
        className="btn btn-outline-secondary side-toggle"
        aria-expanded={open}
        aria-controls={id}
        onClick={() => {
          setOpen(!open)
          setOpened(true)
        }}
      >
        <Icon name="menu" />
        {label}
      </button>
      <div id={id} className={open ? 'side-body side-open' : 'side-body'}>
        {isWide || opened ? children : null}
      </div>
    </aside>
  )
}

/** The shop's pages are for phones up to 768 px, that width included. */
const WIDE = '(min-width: 769px)'

function subscribe(listener: () => void): () => void {
  const query = window.matchMedia(WIDE)
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}

/** Whether the screen has room for a sidebar; the component follows a turned or resized one. */
function useIsWide(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => window.matchMedia(WIDE).matches,
    () => false,
  )
}
