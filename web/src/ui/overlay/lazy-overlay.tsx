import type { ComponentType, ReactNode } from 'react'
import { useIsOverdue } from '../feedback/load-states.tsx'
import { type LazyComponent, LoadFailure, lazyComponent } from '../loading/lazy-component.tsx'
import { Spinner } from '../loading/placeholders.tsx'
import { IconButton } from '../media/icon.tsx'
import { useBackCloses } from './back-closes.ts'
import type { DialogProps } from './overlay.tsx'

/** Delay before an overlay shows that it is loading, in milliseconds. Fast connections don't show it. */
const WAITING_AFTER_MS = 300

type Props = { open: boolean; onClose: () => void }

/** Creates an overlay that is loaded when it is first opened. @param titleOf returns its title */
export function lazyOverlay<P extends Props>(
  load: () => Promise<ComponentType<P>>,
  titleOf: (props: P) => string,
): LazyComponent<P> {
  const Lazy = lazyComponent<P>(load, {
    waiting: (props) => (
      <PlainDialog {...props} title={titleOf(props)} after={WAITING_AFTER_MS}>
        <Spinner />
      </PlainDialog>
    ),
    failed: (again, props) => (
      <PlainDialog {...props} title={titleOf(props)}>
        <LoadFailure onRetry={again} />
      </PlainDialog>
    ),
  })
  // One that failed is removed when it is closed, so opening it again retries.
  const LazyOverlay = (props: P) => (props.open || Lazy.isLoaded() ? <Lazy {...props} /> : null)
  return Object.assign(LazyOverlay, { preload: Lazy.preload, isLoaded: Lazy.isLoaded })
}

export const Dialog = lazyOverlay<DialogProps>(
  () => import('./overlay.tsx').then((module) => module.DialogModal),
  ({ title }) => title,
)

type PlainDialogProps = Props & { title: string; after?: number; children?: ReactNode }

/** A native dialog in the first load. The browser returns the focus to the opener. */
function PlainDialog({ title, open, onClose, after = 0, children }: PlainDialogProps) {
  const isShown = useIsOverdue(open, after)
  useBackCloses(isShown, onClose)
  return isShown ? (
    <dialog
      ref={showModal}
      className="plain-dialog"
      aria-label={title}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
    >
      <IconButton icon="close" label="Close" onClick={onClose} />
      {children}
    </dialog>
  ) : null
}

/** Shows a modal dialog. @returns a function that closes it */
function showModal(dialog: HTMLDialogElement) {
  // Newer: Firefox before 98 and Safari before 15.4 have no dialogs. The element is then an open box over the page.
  if (typeof dialog.showModal === 'function') dialog.showModal()
  else dialog.setAttribute('open', '')
  return () => dialog.close?.()
}
