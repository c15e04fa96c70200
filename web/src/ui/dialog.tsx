import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react'

export type DialogProps = {
  title: string
  open: boolean
  onClose: () => void
  footer?: ReactNode
  children?: ReactNode
  size?: 'lg'
}

const load = () => import('./dialog-modal.tsx').then(({ DialogModal }) => ({ default: DialogModal }))
const DialogModal = lazy(load)

/** Fetches the dialog's code before it is needed: on hover, on focus, when a page is idle. */
export function warmDialog(): void {
  void load()
}

/** A modal dialog. Its code comes when it is first opened; Esc and the browser's Back close it. */
export function Dialog(props: DialogProps) {
  const [wanted, setWanted] = useState(props.open)
  useEffect(() => {
    if (props.open) setWanted(true)
  }, [props.open])
  if (!wanted && !props.open) return null
  return (
    <Suspense fallback={null}>
      <DialogModal {...props} />
    </Suspense>
  )
}
