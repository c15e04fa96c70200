import { type ComponentType, type ReactNode, useEffect, useId, useLayoutEffect, useRef } from 'react'
import { useIsOverdue } from '../feedback/still-trying.tsx'
import { type LazyPart, lazyPart, PartFailure } from '../loading/lazy-part.tsx'
import { Spinner } from '../loading/spinner.tsx'
import { Icon } from '../media/icon.tsx'
import { useBackCloses } from './back-closes.ts'

/** Delay before an overlay shows that it is loading, in milliseconds. */
const WAITING_AFTER_MS = 300

type OverlayProps = { open: boolean; onClose: () => void }

/** Creates a lazy-loaded overlay. While loading or failed, a plain dialog is shown. @param titleOf returns its title */
export function lazyOverlay<P extends OverlayProps>(
  load: () => Promise<ComponentType<P>>,
  titleOf: (props: P) => string,
): LazyPart<P> {
  return lazyPart<P>(load, {
    waiting: (props) => (props.open ? <Waiting title={titleOf(props)} onClose={props.onClose} /> : null),
    failed: (again, props) => (
      <Missing open={props.open} onClose={props.onClose} title={titleOf(props)} onRetry={again} />
    ),
  })
}

/** Not shown on fast connections. */
function Waiting({ title, onClose }: { title: string; onClose: () => void }) {
  const isLate = useIsOverdue(true, WAITING_AFTER_MS)
  return isLate ? (
    <PlainDialog title={title} onClose={onClose}>
      <Spinner />
    </PlainDialog>
  ) : null
}

function Missing({ open, onClose, title, onRetry }: OverlayProps & { title: string; onRetry: () => void }) {
  const wasOpen = useRef(open)
  useEffect(() => {
    // Opening the overlay again retries.
    if (open && !wasOpen.current) onRetry()
    wasOpen.current = open
  }, [open, onRetry])
  return open ? (
    <PlainDialog title={title} onClose={onClose}>
      <PartFailure onRetry={onRetry} />
    </PlainDialog>
  ) : null
}

type Props = {
  title: string
  onClose: () => void
  children: ReactNode
}

/** A native dialog in the first load, for messages while other code is missing. */
function PlainDialog({ title, onClose, children }: Props) {
  const id = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  useBackCloses(true, onClose)
  useLayoutEffect(() => {
    const shown = dialog.current
    shown?.showModal()
    // Closing returns the focus to the button that opened it.
    return () => shown?.close()
  }, [])
  return (
    <dialog
      ref={dialog}
      className="plain-dialog"
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
    >
      <div className="popover-head">
        <h2 id={id}>{title}</h2>
        <button type="button" className="icon-button" aria-label="Close" onClick={onClose}>
          <Icon name="close" />
        </button>
      </div>
      <div className="plain-dialog-body">{children}</div>
    </dialog>
  )
}
