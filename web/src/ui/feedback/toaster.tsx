import { useEffect } from 'react'
import { ToastContainer, type ToastPosition, type ToastTransitionProps, toast } from 'react-toastify/unstyled'
import { Icon } from '../media/icon.tsx'
import { ProductImage } from '../media/product-image.tsx'
import { pendingToasts, TOAST_EVENT, type Toast, type ToastPlace } from './notify.ts'

/** In milliseconds. */
const DURATIONS: Partial<Record<ToastPlace, number>> = { header: 5000, footer: 3000, home: 3000 }
const POSITIONS: Partial<Record<ToastPlace, ToastPosition>> = {
  password: 'top-center',
  footer: 'bottom-right',
}
const ICONS = { success: 'check', error: 'alert', info: 'info' } as const

export function Toaster() {
  useEffect(() => {
    // trap: StrictMode mounts the container twice, and the toasts of the first one are lost.
    const settled = setTimeout(showPending)
    // Without a new message, the event closes the shown one.
    const show = () => (pendingToasts.length === 0 ? toast.dismiss() : showPending())
    window.addEventListener(TOAST_EVENT, show)
    return () => {
      clearTimeout(settled)
      window.removeEventListener(TOAST_EVENT, show)
    }
  }, [])
  return (
    <ToastContainer
      transition={WithoutAnimation}
      closeButton={({ closeToast }) => (
        <button type="button" className="icon-button on-dark" aria-label="Close message" onClick={closeToast}>
          <Icon name="close" />
        </button>
      )}
      icon={false}
      hideProgressBar
      draggable={false}
      aria-label="Messages"
    />
  )
}

/** trap: the library's own transitions remove a toast only after an animation ends. */
function WithoutAnimation({ children, isIn, done, playToast }: ToastTransitionProps) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the library creates new functions on each render
  useEffect(() => {
    if (isIn) playToast()
    else done()
  }, [isIn])
  return children
}

/** Returns a toast's duration in milliseconds. */
export function toastDuration(kind: Toast['kind'], place: ToastPlace): number {
  return DURATIONS[place] ?? (kind === 'success' ? 2000 : 4000)
}

/** Shows the newest toast in place of the one before, because its result is newer. */
function showPending(): void {
  for (const { kind, text, place = 'page', duration, product, action } of pendingToasts.splice(0)) {
    toast.dismiss()
    const [before, after] = product ? text.split(product.name) : [text]
    toast(
      ({ closeToast }) => (
        <>
          {product?.image === undefined ? (
            <Icon name={ICONS[kind]} />
          ) : (
            <ProductImage file={product.image} name={product.name} alt="" ratio="square" sizes="2.5rem" />
          )}
          <p>
            {before}
            {product ? <span className="text-truncate">{product.name}</span> : null}
            {after}
          </p>
          {/* The label is CSS content, so that it is not part of the message's text. */}
          {action ? (
            <button
              type="button"
              className="link-button strong on-dark"
              aria-label={action.label}
              data-label={action.label}
              onClick={() => {
                closeToast()
                action.onClick()
              }}
            />
          ) : null}
        </>
      ),
      {
        type: kind,
        position: POSITIONS[place] ?? 'top-right',
        autoClose: duration ?? toastDuration(kind, place),
        role: kind === 'error' ? 'alert' : 'status',
      },
    )
  }
}
