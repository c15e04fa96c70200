import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import type { Preloadable } from '../loading/code-boundary.tsx'
import { PartFailure, preloadOnIntent } from '../loading/lazy-part.tsx'
import { Spinner } from '../loading/spinner.tsx'
import { Icon, type IconName } from '../media/icon.tsx'
import { useBackCloses } from './back-closes.ts'
import { useDismiss } from './use-dismiss.ts'

/** How a panel shows that its code is still loading, and that it did not load. */
export const PANEL_STATES = {
  waiting: (
    <div className="popover-empty">
      <Spinner />
    </div>
  ),
  failed: (again: () => void) => (
    <div className="popover-empty">
      <PartFailure onRetry={again} />
    </div>
  ),
}

type Props = {
  icon: IconName
  /** The button's name, count included: "Cart, 3 items". */
  label: string
  /** null shows no badge. */
  badge: number | null
  title: string
  open: boolean
  onOpen: () => void
  onClose: () => void
  /** What the panel shows, fetched on the first sign of interest. */
  panel: Preloadable
  children: ReactNode
}

/** A button with a badge that opens a panel. The focus goes in and comes back; Esc and a press outside close it, and Back on phones. */
export function Popover({ icon, label, badge, title, open, onOpen, onClose, panel, children }: Props) {
  const id = useId()
  const root = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const head = useRef<HTMLHeadingElement>(null)
  // What the page opens with is no change: it would be animated while the page is still being drawn.
  const [firstBadge] = useState(badge)

  useDismiss(open, root, button, onClose)
  useBackCloses(open, onClose, 'phone')
  useEffect(() => {
    if (open) head.current?.focus({ preventScroll: true })
  }, [open])

  return (
    <div className="popover-root" ref={root}>
      <button
        ref={button}
        type="button"
        data-boot={icon}
        className="icon-button"
        aria-label={label}
        aria-expanded={open}
        aria-controls={id}
        {...preloadOnIntent(panel)}
        onClick={open ? onClose : onOpen}
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
      <section id={id} className="popover-panel" aria-label={title} hidden={!open}>
        {open ? (
          <>
            <div className="popover-head">
              <h2 ref={head} tabIndex={-1}>
                {title}
              </h2>
              <button
                type="button"
                className="icon-button"
                aria-label={`Close ${title}`}
                onClick={() => {
                  onClose()
                  button.current?.focus()
                }}
              >
                <Icon name="close" />
              </button>
            </div>
            {children}
          </>
        ) : null}
      </section>
    </div>
  )
}
