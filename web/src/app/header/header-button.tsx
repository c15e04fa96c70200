import { useState } from 'react'
import type { Preloadable } from '../../ui/loading/code-boundary.tsx'
import { preloadOnIntent } from '../../ui/loading/lazy-part.tsx'
import { Icon, type IconName } from '../../ui/media/icon.tsx'

type Props = {
  icon: IconName
  /** The accessible name with the count, such as "Cart, 3 items". */
  label: string
  /** null hides the badge. */
  badge: number | null
  /** The drawer, preloaded on hover or focus. */
  drawer: Preloadable
  onClick: () => void
}

/** A button with a badge that opens a drawer. */
export function HeaderButton({ icon, label, badge, drawer, onClick }: Props) {
  // The initial count is not animated, to keep the first render fast.
  const [firstBadge] = useState(badge)
  return (
    <button
      type="button"
      className="icon-button"
      aria-label={label}
      aria-haspopup="dialog"
      {...preloadOnIntent(drawer)}
      onClick={onClick}
    >
      <Icon name={icon} />
      {badge === null ? null : (
        <span
          className={badge === firstBadge ? 'badge' : 'badge badge-changed'}
          key={badge}
          aria-hidden="true"
        >
          {badge}
        </span>
      )}
    </button>
  )
}
