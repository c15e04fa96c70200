import { type ReactNode, useId, useRef, useState, useSyncExternalStore } from 'react'
import { matchesMedia, mediaQuery } from '../../platform/media-query.ts'
import { Icon } from '../media/icon.tsx'

type Props = {
  label: string
  /** The text of the button that closes it on phones. */
  done?: string | undefined
  children: ReactNode
}

/** Collapsed on phones: not rendered and without requests. Stays open until the shopper is done. */
export function SidePanel({ label, done = 'Done', children }: Props) {
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  const [hasOpened, setOpened] = useState(false)
  const isWide = useIsWide()
  const toggle = useRef<HTMLButtonElement>(null)

  return (
    <aside className="side" aria-label={label}>
      <button
        ref={toggle}
        type="button"
        className="btn btn-outline-secondary side-toggle"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => {
          setOpen(!isOpen)
          setOpened(true)
        }}
      >
        <Icon name="menu" />
        {label}
      </button>
      <div id={id} className={isOpen ? 'side-body side-open' : 'side-body'}>
        {isWide || hasOpened ? children : null}
        {isWide ? null : (
          <button
            type="button"
            className="btn btn-primary w-100 mb-3"
            onClick={() => {
              setOpen(false)
              toggle.current?.focus()
            }}
          >
            {done}
          </button>
        )}
      </div>
    </aside>
  )
}

/** The phone layout applies up to 768 px inclusive if the browser's font size is 16 px (theme/_mixins.scss). */
const WIDE = '(min-width: 48.06em)'

function subscribe(listener: () => void): () => void {
  const query = mediaQuery(WIDE)
  query?.addEventListener('change', listener)
  return () => query?.removeEventListener('change', listener)
}

/** Whether the screen is wide enough for a sidebar, and rerenders when that changes. */
function useIsWide(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => matchesMedia(WIDE),
    () => false,
  )
}
