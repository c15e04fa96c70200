import { type ReactNode, useState } from 'react'

type DisclosureRowProps = {
  summary: ReactNode
  /** Colour of the row's edge. */
  edge?: 'danger' | 'warning' | undefined
  /** A command next to the summary, which a button cannot contain. */
  action?: ReactNode
  children: ReactNode
}

/** A list row that expands to show details. The details are rendered only while the row is expanded. */
export function DisclosureRow({ summary, edge, action, children }: DisclosureRowProps) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <li className={`list-group-item disclosure ${edge ? `edge-${edge}` : ''}`}>
      <div className="disclosure-head">
        <button
          type="button"
          className="disclosure-button"
          aria-expanded={isOpen}
          onClick={() => setIsOpen(!isOpen)}
        >
          {summary}
        </button>
        {action}
      </div>
      {isOpen && <div className="card-body p-3 pt-0">{children}</div>}
    </li>
  )
}
