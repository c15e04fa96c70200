type ToastKind = 'success' | 'error' | 'info'

/** The source of a message determines its position and duration. */
export type ToastPlace = 'page' | 'header' | 'footer' | 'password' | 'home'

/** Durations by source, in milliseconds. */
const placeDurations: Partial<Record<ToastPlace, number>> = { header: 5000, footer: 3000, home: 3000 }

/** Returns a toast's duration in milliseconds: its source's, else 2 s for a success and 4 s otherwise. */
export function toastDuration(kind: ToastKind, place: ToastPlace): number {
  return placeDurations[place] ?? (kind === 'success' ? 2000 : 4000)
}

type Options = {
  kind: ToastKind
  place?: ToastPlace
  duration?: number
  /** Shows a link to the cart. */
  cart?: boolean
  /** The product's name within the text. A long one is shortened on screen, so that the message stays readable. */
  name?: string
}

/** A message with its duration in milliseconds. */
export type Toast = Required<Options> & { text: string }

type Show = (toast: Toast) => void

/** Fired on the window to open the cart. */
export const OPEN_CART = 'openCart'

let isWanted = false
let show: Show | null = null
const early: Toast[] = []
const listeners = new Set<() => void>()

export function toastWanted(): boolean {
  return isWanted
}

export function onToastWanted(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Loads the toasts' code before or with the first message. */
export function preloadToasts(): void {
  if (isWanted) return
  isWanted = true
  for (const listener of listeners) listener()
}

/** Connects the mounted container and shows the messages that were queued before. */
export function connectToaster(toaster: Show): void {
  show = toaster
  for (const toast of early.splice(0)) toaster(toast)
}

export function disconnectToaster(): void {
  show = null
}

/** Shows a toast. Messages that require an action must also be on the page, because toasts disappear. */
export function notify(text: string, options: Options): void {
  const { kind, place = 'page', duration = toastDuration(kind, place), cart = false, name = '' } = options
  preloadToasts()
  const toast = { text, kind, place, duration, cart, name }
  if (show) show(toast)
  else early.push(toast)
}
