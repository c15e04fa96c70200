/** The source of a message, which determines its position and duration. */
export type ToastSource = 'page' | 'header' | 'footer' | 'password' | 'home'

type Options = {
  source?: ToastSource
  /** In milliseconds; by default, it depends on the source and the kind. */
  duration?: number
  /** `elsewhere` says where the same action is after the toast has disappeared. */
  action?: { label: string; elsewhere: string; onClick: () => void }
  /** The product that the text names. Its cover is shown, and a long name is shortened. */
  product?: { name: string; image?: string | undefined }
}
export type Toast = Options & { kind: 'success' | 'error' | 'info'; text: string }

export const pendingToasts: Toast[] = []

/** Fired on the window. */
export const TOAST_EVENT = 'toast'

export function closeToast(): void {
  window.dispatchEvent(new Event(TOAST_EVENT))
}

/** Shows a toast. Messages that require an action must also be on the page, because toasts disappear. */
export function notify(kind: Toast['kind'], text: string, options: Options = {}): void {
  pendingToasts.push({ kind, text, ...options })
  window.dispatchEvent(new Event(TOAST_EVENT))
}
