import { useEffect, useEffectEvent } from 'react'
import { ToastContainer, type ToastPosition, type ToastTransitionProps, toast } from 'react-toastify/unstyled'
import { Icon } from '../media/icon.tsx'
import { ProductImage } from '../media/product-image.tsx'
import { lastTap, pendingToasts, TOAST_EVENT, type Toast, type ToastPlace } from './notify.ts'

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
    // Without a new message, the event only closes the shown one.
    const replace = () => {
      toast.dismiss()
      showPending()
    }
    window.addEventListener(TOAST_EVENT, replace)
    return () => {
      clearTimeout(settled)
      window.removeEventListener(TOAST_EVENT, replace)
    }
  }, [])
  return (
    <ToastContainer
      transition={WithoutAnimation}
      icon={false}
      hideProgressBar
      draggable={false}
      aria-label="Messages"
    />
  )
}

/** trap: the library's own transitions remove a toast only after an animation ends. */
function WithoutAnimation({ children, isIn, done, playToast }: ToastTransitionProps) {
  const change = useEffectEvent((isShown: boolean) => (isShown ? playToast() : done()))
  useEffect(() => change(isIn), [isIn])
  return children
}

/** Returns a toast's duration in milliseconds. */
export function toastDuration(kind: Toast['kind'], place: ToastPlace): number {
  return DURATIONS[place] ?? (kind === 'success' ? 2000 : 4000)
}

/** Shows the newest pending toast only, because its result is newer. */
function showPending(): void {
  const message = pendingToasts.splice(0).at(-1)
  if (message === undefined) return
  // Under a finger that taps twice, the toast's own button would be tapped.
  document.documentElement.classList.toggle('Toastify__on-top', lastTap.y > window.innerHeight / 2)
  const { kind, place = 'page', duration = toastDuration(kind, place) } = message
  toast(({ closeToast }) => <Content {...message} onClose={closeToast} />, {
    type: kind,
    position: POSITIONS[place] ?? 'top-right',
    autoClose: duration,
    role: kind === 'error' ? 'alert' : 'status',
    closeButton: false,
  })
}

function Content({ kind, text, product, action, onClose }: Toast & { onClose: () => void }) {
  const [before, after] = product ? text.split(product.name) : [text]
  return (
    <>
      {product?.image === undefined ? (
        <Icon name={ICONS[kind]} />
      ) : (
        <ProductImage file={product.image} name={product.name} alt="" ratio="square" sizes="2.25rem" />
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
            onClose()
            action.onClick()
          }}
        />
      ) : null}
      <button type="button" className="icon-button on-dark" aria-label="Close message" onClick={onClose}>
        <Icon name="close" />
      </button>
    </>
  )
}
