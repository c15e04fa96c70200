import { useEffect } from 'react'
import {
  type CloseButtonProps,
  ToastContainer,
  type ToastTransitionProps,
  toast,
} from 'react-toastify/unstyled'
import { Icon } from '../media/icon.tsx'
import { connectToaster, disconnectToaster, OPEN_CART, type ToastKind, type ToastPlace } from './notify.ts'

function positionOf(place: ToastPlace) {
  if (place === 'password') return 'top-center'
  return place === 'footer' ? 'bottom-right' : 'top-right'
}

/** A transition without animation. trap: the library's own transitions remove a toast only after an animation ends. */
function Leave({ children, isIn, done, playToast }: ToastTransitionProps) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the library creates new functions on each render
  useEffect(() => {
    if (isIn) playToast()
    else done()
  }, [isIn])
  return children
}

function CloseButton({ closeToast }: CloseButtonProps) {
  return (
    <button type="button" className="toast-close on-dark" aria-label="Close message" onClick={closeToast}>
      <Icon name="close" />
    </button>
  )
}

/** The label is CSS content, so that it is not part of the message's text. */
function ViewCart({ onTap }: { onTap: () => void }) {
  return (
    <button
      type="button"
      className="toast-cart on-dark"
      aria-label="View cart"
      onClick={() => {
        onTap()
        window.dispatchEvent(new Event(OPEN_CART))
      }}
    />
  )
}

/** The container of the toasts, a live region with three positions. */
export function Toaster() {
  // trap: in development React mounts twice, and toasts of the first container are lost with it.
  useEffect(() => {
    const settled = setTimeout(() => connectToaster(showToast))
    return () => {
      clearTimeout(settled)
      disconnectToaster()
    }
  }, [])
  return (
    <ToastContainer
      transition={Leave}
      closeButton={CloseButton}
      icon={false}
      hideProgressBar
      draggable={false}
      aria-label="Messages"
    />
  )
}

/** Shows a toast. @param duration in milliseconds */
function showToast(text: string, kind: ToastKind, place: ToastPlace, duration: number, cart: boolean): void {
  toast(
    ({ closeToast }) => (
      <div className="toast-body">
        <span className="toast-text">
          <Icon name={kind === 'success' ? 'check' : kind === 'error' ? 'alert' : 'info'} />
          <span>{text}</span>
        </span>
        {cart ? <ViewCart onTap={closeToast} /> : null}
      </div>
    ),
    {
      type: kind === 'info' ? 'info' : kind,
      position: positionOf(place),
      autoClose: duration,
      role: kind === 'error' ? 'alert' : 'status',
    },
  )
}
