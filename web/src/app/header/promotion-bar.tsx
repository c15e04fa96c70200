import { useState } from 'react'
import { store } from '../../config/store.ts'
import { Icon } from '../../ui/media/icon.tsx'

/** An empty bar that can be closed until the next page load. Off by default (store.ts). */
export function PromotionBar({ on = store.promotionBar }: { on?: boolean }) {
  const [closed, setClosed] = useState(false)
  if (!on || closed) return null
  return (
    <section className="promotion-bar" aria-label="Promotion">
      <button
        type="button"
        className="icon-button"
        aria-label="Close promotion"
        onClick={() => setClosed(true)}
      >
        <Icon name="close" />
      </button>
    </section>
  )
}
