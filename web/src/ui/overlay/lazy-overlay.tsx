import { type ComponentType, type ReactNode, useEffect, useId, useLayoutEffect, useRef } from 'react'
import { useIsOverdue } from '../feedback/still-trying.tsx'
import { type LazyPart, lazyPart, PartFailure } from '../loading/lazy-part.tsx'
import { Spinner } from '../loading/spinner.tsx'
import { Icon } from '../media/icon.tsx'
import { useBackCloses } from './back-closes.ts'

/** After this many milliseconds an overlay that is still loading says so. */
const WAITING_AFTER_MS = 300

type OverlayProps = { open: boolean; onClose: () => void }

/**
 * A menu or dialog whose code is loaded when it is first opened. Until then, and where loading fails, a plain dialog
 * takes its place: nothing of it appears in the page itself.
 * @param titleOf the overlay's name, for that dialog
 */
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

/** On a fast line nothing is seen of it. */
function Waiting({ title, onClose }: { title: string; onClose: () => void }) {
  const late = useIsOverdue(true, WAITING_AFTER_MS)
  return late ? (
    <PlainDialog title={title} onClose={onClose}>
      <Spinner />
    </PlainDialog>
  ) : null
}

function Missing({ open, onClose, title, onRetry }: OverlayProps & { title: string; onRetry: () => void }) {
  const wasOpen = useRef(open)
  useEffect(() => {
    // To open it once more is another try.
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

/** The browser's own dialog: part of the first load, for what must show while other code is missing. */
function PlainDialog({ title, onClose, children }: Props) {
  const id = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  useBackCloses(true, onClose)
  useLayoutEffect(() => {
    const shown = dialog.current
    shown?.showModal()
    // Closing gives the focus back to the button that opened it.
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
