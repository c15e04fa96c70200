import { useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react'
import { ToastContainer, type ToastPosition, type ToastTransitionProps, toast } from 'react-toastify/unstyled'
import { useLocation } from '../../platform/location.ts'
import { Icon, IconButton } from '../media/icon.tsx'
import { ProductImage } from '../media/product-image.tsx'
import { pendingToasts, TOAST_EVENT, type Toast, type ToastSource } from './notify.ts'

/** In milliseconds. */
const DURATIONS: Partial<Record<ToastSource, number>> = { header: 5000, footer: 3000, home: 3000 }
const POSITIONS: Partial<Record<ToastSource, ToastPosition>> = {
  password: 'top-center',
  footer: 'bottom-right',
}
const ICONS = { success: 'check', error: 'alert', info: 'info' } as const

/** Without a scroll event for this long, the scrolling has ended. Not all browsers have `scrollend`. */
const SCROLL_END_MS = 100

/** The point of the last tap, or the box of the control that had the focus at the last key. Toasts do not cover it. */
let lastAction = { left: 0, right: 0, top: 0, bottom: 0 }

/**
 * Whether a control was used since the toast appeared. Otherwise, a navigation is not caused by the shopper and keeps
 * the toast.
 */
let hasActed = false
/** The form that contains the last used control, and the one that has raised the shown error. */
let usedForm: Element | null = null
let failedForm: Element | null = null

export function recordAction(event: Event): void {
  hasActed = true
  usedForm = event.target instanceof Element ? event.target.closest('form') : null
  if (event instanceof PointerEvent) {
    const { clientX: x, clientY: y } = event
    lastAction = { left: x, right: x, top: y, bottom: y }
  } else if (event instanceof KeyboardEvent && (event.key === 'Enter' || event.key === ' '))
    lastAction = (event.target as Element).getBoundingClientRect()
}

/** The control from which the focus moved to a toast, and to which it returns when the toast is closed. */
let focusedBefore: Element | null = null

export function Toaster() {
  useEffect(() => {
    // Trap: StrictMode mounts the container twice, and the toasts of the first one are lost.
    const settled = setTimeout(showPending)
    // Without a new message, the event only closes the shown one.
    const replace = () => {
      toast.dismiss()
      showPending()
    }
    // An error goes with its form, for example when the shopper registers instead of logging in.
    const closeWithForm = () => {
      if (failedForm?.isConnected === false) toast.dismiss()
    }
    // Bars appear and disappear while the page scrolls.
    let scrolled = 0
    const followBar = () => {
      clearTimeout(scrolled)
      scrolled = window.setTimeout(() => {
        if (document.querySelector('.Toastify__toast')) setToastInsets()
      }, SCROLL_END_MS)
    }
    window.addEventListener('scroll', followBar, { passive: true })
    window.addEventListener(TOAST_EVENT, replace)
    window.addEventListener('click', closeWithForm)
    return () => {
      clearTimeout(settled)
      clearTimeout(scrolled)
      window.removeEventListener('scroll', followBar)
      window.removeEventListener(TOAST_EVENT, replace)
      window.removeEventListener('click', closeWithForm)
    }
  }, [])
  const { pathname } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page closes or moves the toast
  useEffect(() => {
    if (hasActed) toast.dismiss()
    else setToastInsets()
  }, [pathname])
  return (
    // The library pauses a toast under the pointer, but not a focused one.
    // biome-ignore lint/a11y/noStaticElementInteractions: follows the focus of the buttons in it
    <div
      ref={removeLiveRegion}
      onFocus={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) focusedBefore = relatedTarget
        toast.pause()
      }}
      onBlur={() => toast.play()}
    >
      <ToastContainer
        transition={WithoutAnimation}
        icon={false}
        hideProgressBar
        draggable={false}
        aria-label="Messages"
      />
    </div>
  )
}

/**
 * Removes the library's live region, because the layout's announces toasts. In both, and as alerts, they would be
 * announced again.
 */
function removeLiveRegion(host: HTMLElement | null): void {
  host?.querySelector('[aria-live]')?.removeAttribute('aria-live')
}

/** Trap: the library's own transitions remove a toast only after an animation ends. */
function WithoutAnimation({ children, isIn, done, playToast }: ToastTransitionProps) {
  const change = useEffectEvent((isShown: boolean) => (isShown ? playToast() : done()))
  useEffect(() => change(isIn), [isIn])
  return children
}

export function toastDuration(kind: Toast['kind'], source: ToastSource): number {
  return DURATIONS[source] ?? (kind === 'success' ? 2000 : 4000)
}

/** Shows the newest pending toast only, because its result is newer. */
function showPending(): void {
  const message = pendingToasts.splice(0).at(-1)
  if (message === undefined) return
  setToastInsets()
  barSizes.disconnect()
  for (const bar of bottomBars()) barSizes.observe(bar)
  hasActed = false
  failedForm = message.kind === 'error' ? usedForm : null
  const { kind, source = 'page', duration = toastDuration(kind, source) } = message
  toast(({ closeToast }) => <ToastContent {...message} onClose={closeToast} />, {
    type: kind,
    position: POSITIONS[source] ?? 'top-right',
    autoClose: duration,
    role: 'group',
    closeButton: false,
  })
}

/** Keeps the toast below the header and, on phones, above the page's bars. An open dialog is above both. */
function setToastInsets(): void {
  const { classList, style } = document.documentElement
  const { bottom = 0 } = document.querySelector('.site-header')?.getBoundingClientRect() ?? {}
  classList.toggle('Toastify__in-dialog', document.querySelector('.overlay-head') !== null)
  style.setProperty('--toast-top', `${Math.round(Math.max(0, bottom)) + 8}px`)
  style.setProperty('--toast-bottom', `${Math.round(barHeight())}px`)
}

/** Returns the bars at the bottom of the viewport, sorted from bottom to top. */
const bottomBars = () =>
  [...document.querySelectorAll('[data-bottom-bar], .slow-reads, .offline-bar')].sort(
    (a, b) => b.getBoundingClientRect().bottom - a.getBoundingClientRect().bottom,
  )

/** Moves a toast when the bar grows, because a notice in the bar may be rendered after the toast. */
const barSizes = new ResizeObserver(() => {
  const shown = document.querySelector<HTMLElement>('.Toastify__toast')
  if (shown === null || barHeight() === 0) return
  setToastInsets()
  moveAwayFromAction(shown)
})

/** The distance in pixels from the bottom of the screen within which a sticky bar is covered by a toast there. */
const BAR_DISTANCE = 64

/** Returns the height of the bars at the bottom of the screen, in pixels; 0 if there are none. */
function barHeight(): number {
  return bottomBars().reduce((height, bar) => {
    if (getComputedStyle(bar).position === 'static') return height
    const { top, bottom } = bar.getBoundingClientRect()
    return bottom > window.innerHeight - height - BAR_DISTANCE
      ? Math.max(height, window.innerHeight - top)
      : height
  }, 0)
}

function ToastContent({ kind, text, product, action, onClose }: Toast & { onClose: () => void }) {
  const [before, after] = product ? text.split(product.name) : [text]
  const end = useRef<HTMLButtonElement>(null)
  const close = () => {
    returnFocus(end.current)
    onClose()
  }
  useLayoutEffect(() => {
    const button = end.current
    const move = () => moveAwayFromAction(button?.closest<HTMLElement>('.Toastify__toast') ?? null)
    move()
    // The form shows its message, and scrolls to it, after the toast has been rendered.
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(move)
    })
    return () => {
      cancelAnimationFrame(frame)
      // A toast that has the focus is also closed by another one, by a navigation, and by its timer, which continues
      // when the pointer leaves the toast or the shopper returns to the window.
      returnFocus(button)
    }
  }, [])
  return (
    <>
      {product?.image === undefined ? (
        <Icon name={ICONS[kind]} />
      ) : (
        <ProductImage file={product.image} name={product.name} alt="" sizes="2.25rem" />
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
          aria-label={`${action.label}, ${action.elsewhere}`}
          data-label={action.label}
          onClick={() => {
            close()
            action.onClick()
          }}
        />
      ) : null}
      <IconButton ref={end} icon="close" label="Close message" className="on-dark" onClick={close} />
    </>
  )
}

/** Moves the focus from a toast's buttons to the control that had it before. */
function returnFocus(button: HTMLElement | null): void {
  if (button?.parentElement?.contains(document.activeElement) && focusedBefore instanceof HTMLElement)
    focusedBefore.focus()
}

/** The distance in pixels that a toast keeps from the place of the last action, and from the errors of its form. */
const DISTANCES = { action: 32, error: 4 }

/**
 * Moves a toast away from the place of the last action, where a finger that taps twice would tap the toast's own
 * button, from the same message in the form, and from the invalid field that has the focus.
 */
function moveAwayFromAction(shown: HTMLElement | null): void {
  if (!shown) return
  shown.style.transform = ''
  const box = shown.getBoundingClientRect()
  const isLow = box.top > window.innerHeight / 2
  let shift = 0
  const avoid = ({ left, right, top, bottom }: typeof lastAction, distance: number) => {
    const covers =
      right > box.left - distance &&
      left < box.right &&
      bottom > box.top + shift - distance &&
      top < box.bottom + shift + distance
    if (covers) shift = isLow ? top - distance - box.bottom : bottom + distance - box.top
  }
  avoid(lastAction, DISTANCES.action)
  for (const error of [
    usedForm?.querySelector('.notice-error, .notice-success'),
    document.activeElement?.closest('[aria-invalid=true]'),
  ])
    if (error) avoid(error.getBoundingClientRect(), DISTANCES.error)
  if (shift !== 0) shown.style.transform = `translateY(${Math.round(shift)}px)`
}
