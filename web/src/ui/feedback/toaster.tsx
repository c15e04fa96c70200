import { useEffect } from 'react'
import {
  type CloseButtonProps,
  type Id,
  ToastContainer,
  type ToastTransitionProps,
  toast,
} from 'react-toastify/unstyled'
import { Icon } from '../media/icon.tsx'
import { connectToaster, disconnectToaster, OPEN_CART, type Toast, type ToastPlace } from './notify.ts'

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

/** The error messages on screen. A newer result replaces them, because it may contradict them. */
const shownErrors = new Set<Id>()

/** The number of characters up to which a product's name is never shortened. */
const SHORT_NAME_LENGTH = 40

/** Shows a toast. On phones it replaces all others, elsewhere only errors. */
function showToast({ text, kind, place, duration, cart, name }: Toast): void {
  if (window.matchMedia('(max-width: 768.98px)').matches) toast.dismiss()
  else for (const id of shownErrors) toast.dismiss(id)
  shownErrors.clear()
  const [before = '', after] = name.length > SHORT_NAME_LENGTH ? text.split(name) : [text]
  const id = toast(
    ({ closeToast }) => (
      <div className="toast-body">
        <span className="toast-text">
          <Icon name={kind === 'success' ? 'check' : kind === 'error' ? 'alert' : 'info'} />
          <span>
            {before}
            {after === undefined ? null : <span className="toast-name">{name}</span>}
            {after}
          </span>
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
  if (kind === 'error') shownErrors.add(id)
}
