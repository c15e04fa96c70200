import { useState } from 'react'
import { IconButton } from '../ui/media/icon.tsx'

/** An empty bar that can be closed until the next page load. Off by default (store.ts). */
export function PromotionBar() {
  const [isClosed, setClosed] = useState(false)
  if (isClosed) return null
  return (
    <section className="promotion-bar" aria-label="Promotion">
      <IconButton icon="close" label="Close promotion" onClick={() => setClosed(true)} />
    </section>
  )
}
