import { useEffect, useState } from 'react'
import type { DialogProps } from './dialog-modal.tsx'
import { lazyOverlay } from './lazy-overlay.tsx'

const DialogModal = lazyOverlay(
  () => import('./dialog-modal.tsx').then(({ DialogModal }) => DialogModal),
  ({ title }) => title,
)

/** Preloads the dialog's code: on hover, on focus, or in idle time. */
export function preloadDialog(): void {
  void DialogModal.preload()
}

/** A modal dialog, loaded when it is first opened. Esc and the browser's Back close it. */
export function Dialog(props: DialogProps) {
  const [isWanted, setWanted] = useState(props.open)
  useEffect(() => {
    if (props.open) setWanted(true)
  }, [props.open])
  if (!isWanted && !props.open) return null
  return <DialogModal {...props} />
}
