import { type FormEvent, useEffect, useRef, useState } from 'react'
import { isOnline, onOnline } from '../../platform/online.ts'
import { notify, type ToastPlace } from '../feedback/notify.ts'

export type FormProblem = {
  text: string
  /** What the host said, or what to do about it. */
  detail: string | null
}

export const OFFLINE = 'You are offline. This goes on by itself when the network returns.'

/**
 * What every form does when it is submitted: one submission at a time, and the error of the last one on the page and
 * in a toast. `place` is where the toast appears.
 */
export function useSubmit(place: ToastPlace = 'page') {
  const [error, setError] = useState<FormProblem | null>(null)
  const [pending, setPending] = useState(false)
  // A double click arrives before the form is drawn as pending.
  const busy = useRef(false)
  const submit = useRef<() => void>(() => {})
  const isAwaiting = useRef(false)

  useEffect(
    () =>
      onOnline(() => {
        if (!isAwaiting.current) return
        isAwaiting.current = false
        submit.current()
      }),
    [],
  )

  return {
    error,
    pending,
    /** Something else was typed: what was to be submitted when the network returns is no longer meant. */
    clearError() {
      isAwaiting.current = false
      setError(null)
    },
    fail(text: string, { detail = null, toast = text }: { detail?: string | null; toast?: string } = {}) {
      setError({ text, detail })
      notify(toast, { kind: 'error', place })
    },
    /**
     * Whether there is no network. Then the form says so, keeps what was typed, and is submitted again by itself when
     * the network returns.
     */
    awaitsNetwork(): boolean {
      isAwaiting.current = !isOnline()
      if (isAwaiting.current) {
        setError({ text: OFFLINE, detail: null })
        notify(OFFLINE, { kind: 'info', place })
      }
      return isAwaiting.current
    },
    /** The handler of a form, or of a control, that does `work` on submission. */
    submitting(work: () => void | Promise<void>) {
      const handle = async (event?: FormEvent): Promise<void> => {
        event?.preventDefault()
        if (busy.current) return
        busy.current = true
        setPending(true)
        setError(null)
        try {
          await work()
        } finally {
          busy.current = false
          setPending(false)
        }
      }
      submit.current = () => void handle()
      return handle
    },
  }
}

/** Gives the focus to the first field with an error, as soon as the errors are drawn. */
export function focusFirstError(region: HTMLElement | null): void {
  requestAnimationFrame(() => region?.querySelector<HTMLElement>('[aria-invalid]')?.focus())
}
