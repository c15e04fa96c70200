import { type ReactNode, useId, useState, useSyncExternalStore } from 'react'
import { Icon } from '../media/icon.tsx'

/** A sidebar that is collapsed behind a button on phones. Collapsed content is not rendered and sends no requests. */
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

/** The phone layout applies up to 768 px inclusive. */
const WIDE = '(min-width: 769px)'

function subscribe(listener: () => void): () => void {
  const query = window.matchMedia(WIDE)
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}

/** Returns whether the screen is wide enough for a sidebar, and rerenders when that changes. */
function useIsWide(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => window.matchMedia(WIDE).matches,
    () => false,
  )
}
