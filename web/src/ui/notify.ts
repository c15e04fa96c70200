export type ToastKind = 'success' | 'error' | 'info'

/** Where a message comes from decides where it appears and how long it stays (specification §1, §9). */
export type ToastPlace = 'page' | 'header' | 'footer' | 'password' | 'home'

/** Milliseconds of the places with a duration of their own. */
const placeDurations: Partial<Record<ToastPlace, number>> = { header: 5000, footer: 3000, home: 3000 }

/** Milliseconds a toast stays: its place's own, else 2 s for a success and 4 s for the rest. */
export function toastDuration(kind: ToastKind, place: ToastPlace): number {
  return placeDurations[place] ?? (kind === 'success' ? 2000 : 4000)
}

type Options = { kind: ToastKind; place?: ToastPlace; duration?: number }

let wanted = false
const listeners = new Set<() => void>()

export function toastWanted(): boolean {
  return wanted
}

export function onToastWanted(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Brings the toasts' code and their live region, so that the first message is neither late nor unheard. */
export function warmToasts(): void {
  if (wanted) return
  wanted = true
  for (const listener of listeners) listener()
}

/**
 * Shows a toast. `duration` in milliseconds overrides the place's. A message that needs an action must stand on
 * the page too: a toast goes away.
 */
export function notify(text: string, { kind, place = 'page', duration }: Options): void {
  warmToasts()
  void import('./toaster.tsx').then(({ showToast }) =>
    showToast(text, kind, place, duration ?? toastDuration(kind, place)),
  )
}
