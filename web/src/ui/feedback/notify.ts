export type ToastKind = 'success' | 'error' | 'info'

/** Where a message comes from decides where it appears and how long it stays. */
export type ToastPlace = 'page' | 'header' | 'footer' | 'password' | 'home'

/** Milliseconds of the places with a duration of their own. */
const placeDurations: Partial<Record<ToastPlace, number>> = { header: 5000, footer: 3000, home: 3000 }

/** Milliseconds a toast stays: its place's own, else 2 s for a success and 4 s for the rest. */
export function toastDuration(kind: ToastKind, place: ToastPlace): number {
  return placeDurations[place] ?? (kind === 'success' ? 2000 : 4000)
}

type Options = {
  kind: ToastKind
  place?: ToastPlace
  duration?: number
  /** The message is about the cart, and leads there. */
  cart?: boolean
}

type Show = (text: string, kind: ToastKind, place: ToastPlace, duration: number, cart: boolean) => void

/** Fired on the window to open the cart. */
export const OPEN_CART = 'openCart'

let wanted = false
let show: Show | null = null
const early: Parameters<Show>[] = []
const listeners = new Set<() => void>()

export function toastWanted(): boolean {
  return wanted
}

export function onToastWanted(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Brings the toasts' code, so that the first message is not late. */
export function preloadToasts(): void {
  if (wanted) return
  wanted = true
  for (const listener of listeners) listener()
}

/** The toasts' code is loaded and its container mounted: earlier messages are shown now. */
export function connectToaster(toaster: Show): void {
  show = toaster
  for (const toast of early.splice(0)) toaster(...toast)
}

export function disconnectToaster(): void {
  show = null
}

/**
 * Shows a toast. `duration` in milliseconds overrides the place's. A message that needs an action must also be on
 * the page: a toast disappears.
 */
export function notify(text: string, { kind, place = 'page', duration, cart = false }: Options): void {
  preloadToasts()
  const toast: Parameters<Show> = [text, kind, place, duration ?? toastDuration(kind, place), cart]
  if (show) show(...toast)
  else early.push(toast)
}
