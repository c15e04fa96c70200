import { type ReactNode, useId, useState } from 'react'
import { Icon } from './icon.tsx'

/** A sidebar that is folded behind a button on phones. */
export function SidePanel({ label, children }: { label: string; children: ReactNode }) {
  const id = useId()
  const [open, setOpen] = useState(false)
  return (
    <aside className="side" aria-label={label}>
      <button
        type="button"
        className="btn btn-outline-secondary side-toggle"
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
      >
        <Icon name="menu" />
        {label}
      </button>
      <div id={id} className={open ? 'side-body side-open' : 'side-body'}>
        {children}
      </div>
    </aside>
  )
}
