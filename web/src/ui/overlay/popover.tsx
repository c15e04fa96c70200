import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import type { Preloadable } from '../loading/code-boundary.tsx'
import { PartFailure, preloadOnIntent } from '../loading/lazy-part.tsx'
import { Spinner } from '../loading/spinner.tsx'
import { Icon, type IconName } from '../media/icon.tsx'
import { useBackCloses } from './back-closes.ts'
import { useDismiss } from './use-dismiss.ts'

/** The loading and error states of a panel. */
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
  /** The button's accessible name with the count, such as "Cart, 3 items". */
  label: string
  /** null hides the badge. */
  badge: number | null
  title: string
  open: boolean
  onOpen: () => void
  onClose: () => void
  /** The panel's content, preloaded on hover or focus. */
  panel: Preloadable
  children: ReactNode
}

/** A button with a badge that opens a panel. Moves the focus into the panel and back. Esc, a click outside and, on phones, Back close it. */
export function Popover({ icon, label, badge, title, open, onOpen, onClose, panel, children }: Props) {
  const id = useId()
  const root = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const head = useRef<HTMLHeadingElement>(null)
  // The initial count is not animated, to keep the first render fast.
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
