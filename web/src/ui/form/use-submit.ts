import { type FormEvent, useRef, useState } from 'react'
import { SLOW_AFTER_MS } from '../../config/delays.ts'
import { useWhenOnline } from '../../platform/online.ts'
import { announce } from '../feedback/announcer.ts'
import { closeToast, notify, type ToastSource } from '../feedback/notify.ts'

export type FormStatus = {
  text: string
  /** The host's message, or a suggestion. */
  detail: string | null
  /** Whether this is a note instead of an error: the request takes long. */
  isWaiting?: true
}

export const OFFLINE = "You're offline. We'll continue as soon as you're back online."

const LOG_IN_CHANGED = 'Your log-in has changed. Please send it again.'

const STILL_SENDING: FormStatus = { text: 'Still sending…', detail: null, isWaiting: true }

/**
 * Returns a form's state and submit handler. Errors are shown next to its button.
 * @param source of the toasts that show errors, too; null to only announce them
 * @param session the log-in of the customer whose form it is, so that it is not sent for another one
 */
export function useSubmit(source: ToastSource | null = 'page', session: string | null = null) {
  const [error, setError] = useState<FormStatus | null>(null)
  const [isPending, setPending] = useState(false)
  // The second click of a double click can fire before the form is rendered as pending.
  const isSubmitting = useRef(false)
  const submit = useRef<() => void>(() => {})
  // Sends what was submitted, not what has been typed since.
  const { deferIfOffline, forget } = useWhenOnline((submission: () => void, owner: string | null) =>
    owner === null || owner === session ? submission() : fail(LOG_IN_CHANGED),
  )
  function fail(
    text: string,
    { detail = null, toast = text }: { detail?: string | null; toast?: string } = {},
  ) {
    setError({ text, detail })
    if (source) notify('error', toast, { source })
    else announce(text)
  }

  return {
    error,
    isPending,
    /** Clears the error and cancels a queued submission, because the form has changed. */
    clearError() {
      forget()
      setError(null)
    },
    fail,
    /** Whether the browser is offline. The form then keeps its text and is submitted when the network returns. */
    deferIfOffline(): boolean {
      if (!deferIfOffline(submit.current, session)) return false
      setError({ text: OFFLINE, detail: null })
      announce(OFFLINE)
      return true
    },
    /** Returns a submit or click handler that runs `work`. */
    handleSubmit(work: () => void | Promise<void>) {
      const handle = async (event?: FormEvent): Promise<void> => {
        event?.preventDefault()
        if (isSubmitting.current) return
        isSubmitting.current = true
        setPending(true)
        setError(null)
        if (source) closeToast()
        const timer = setTimeout(setError, SLOW_AFTER_MS, STILL_SENDING)
        try {
          await work()
        } finally {
          clearTimeout(timer)
          setError((shown) => (shown === STILL_SENDING ? null : shown))
          isSubmitting.current = false
          setPending(false)
        }
      }
      submit.current = () => void handle()
      return handle
    },
  }
}

/** Focuses the first invalid field once the errors have rendered. */
export function focusFirstError(region: HTMLElement | null): void {
  requestAnimationFrame(() => region?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus())
}
