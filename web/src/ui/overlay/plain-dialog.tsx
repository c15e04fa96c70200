import { type ReactNode, useId, useLayoutEffect, useRef } from 'react'
import { Icon } from '../media/icon.tsx'
import { useBackCloses } from './back-closes.ts'

type Props = {
  title: string
  onClose: () => void
  children: ReactNode
}

/** The browser's own dialog: part of the first load, for what must show while other code is missing. */
export function PlainDialog({ title, onClose, children }: Props) {
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
