import type { ReactNode } from 'react'

/** Nothing here yet, and how something comes here. */
export function EmptyState({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="empty">
      <p className="written">{title}</p>
      <p>{children}</p>
    </div>
  )
}
