import { type ComponentType, type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useIsOverdue } from '../feedback/load-states.tsx'
import { type LazyPart, lazyPart, PartFailure } from '../loading/lazy-part.tsx'
import { Spinner } from '../loading/placeholders.tsx'
import { Icon } from '../media/icon.tsx'
import { useBackCloses } from './back-closes.ts'
import type { DialogProps } from './overlay.tsx'

/** Delay before an overlay shows that it is loading, in milliseconds. Fast connections don't show it. */
const WAITING_AFTER_MS = 300

type Props = { open: boolean; onClose: () => void }

/** Creates an overlay that is loaded when it is first opened. @param titleOf returns its title */
export function lazyOverlay<P extends Props>(
  load: () => Promise<ComponentType<P>>,
  titleOf: (props: P) => string,
): LazyPart<P> {
  const Part = lazyPart<P>(load, {
    waiting: (props) => <Waiting title={titleOf(props)} {...props} />,
    failed: (again, props) => <Failed title={titleOf(props)} {...props} onRetry={again} />,
  })
  function LazyOverlay(props: P) {
    const [isWanted, setWanted] = useState(props.open)
    useEffect(() => {
      if (props.open) setWanted(true)
    }, [props.open])
    return isWanted || props.open ? <Part {...props} /> : null
  }
  return Object.assign(LazyOverlay, { preload: Part.preload })
}

/** A modal dialog. */
export const Dialog = lazyOverlay<DialogProps>(
  () => import('./overlay.tsx').then(({ DialogModal }) => DialogModal),
  ({ title }) => title,
)

type ShownProps = Props & { title: string }

function Waiting({ open, ...props }: ShownProps) {
  const isLate = useIsOverdue(open, WAITING_AFTER_MS)
  return open && isLate ? (
    <PlainDialog {...props}>
      <Spinner />
    </PlainDialog>
  ) : null
}

function Failed({ open, onRetry, ...props }: ShownProps & { onRetry: () => void }) {
  const wasOpen = useRef(open)
  useEffect(() => {
    // Opening the overlay again retries.
    if (open && !wasOpen.current) onRetry()
    wasOpen.current = open
  }, [open, onRetry])
  return open ? (
    <PlainDialog {...props}>
      <PartFailure onRetry={onRetry} />
    </PlainDialog>
  ) : null
}

/** A native dialog in the first load. The browser returns the focus to the opener. */
function PlainDialog({ title, onClose, children }: Omit<ShownProps, 'open'> & { children: ReactNode }) {
  const dialog = useRef<HTMLDialogElement>(null)
  useBackCloses(true, onClose)
  useLayoutEffect(() => {
    const shown = dialog.current
    shown?.showModal()
    return () => shown?.close()
  }, [])
  return (
    <dialog
      ref={dialog}
      className="plain-dialog"
      aria-label={title}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
    >
      <button type="button" className="icon-button" aria-label="Close" onClick={onClose}>
        <Icon name="close" />
      </button>
      {children}
    </dialog>
  )
}
