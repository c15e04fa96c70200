import { ApiError, displayedMessage } from 'contracts/client'
import { type FormEvent, useEffect, useEffectEvent, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { isEmail } from '../../domain/email-and-phone.ts'
import { failureAdvice } from '../../domain/failure-advice.ts'
import type { AccountState } from '../../domain/navigation-state.ts'
import { useIsOpen } from '../../platform/is-open.ts'
import { readStored, writeStored } from '../../platform/storage.ts'
import { notify } from '../../ui/feedback/notify.ts'
import { focusFirstError, useSubmit } from '../../ui/form/use-submit.ts'

/** The time for which an unfinished password reset is stored. */
const RESET_LIFETIME_MS = 900_000
const PASSWORD_REDIRECT_MS = 1_000
export const MIN_NEW_PASSWORD_LENGTH = 8

const UNTIL = 'resetUntil'

/**
 * The state kept between the steps of a password reset: the e-mail address and the reset token that the shopper typed.
 * Stored in this tab. Expires `RESET_LIFETIME_MS` after the last step.
 */
export const passwordReset = {
  getEmail: () => read('resetEmail'),
  storeEmail: (email: string) => storeValue('resetEmail', email),
  getToken: () => read('resetToken'),
  storeToken: (token: string) => storeValue('resetToken', token),
  clear() {
    for (const key of ['resetEmail', 'resetToken', UNTIL] as const)
      for (const area of ['session', 'local'] as const) writeStored(key, null, area)
  },
}

function storeValue(key: 'resetEmail' | 'resetToken', value: string): void {
  writeStored(key, value, 'session')
  writeStored(UNTIL, String(Date.now() + RESET_LIFETIME_MS), 'session')
}

function read(key: 'resetEmail' | 'resetToken'): string {
  const value = readStored(key, 'session') ?? readStored(key)
  if (value === null) return ''
  const until = readStored(UNTIL, 'session')
  // Moves values that were stored without an expiry time into this tab and starts their lifetime.
  if (until === null || readStored(key, 'session') === null) {
    writeStored(key, null)
    storeValue(key, value)
    return value
  }
  const remainingMs = Number(until) - Date.now()
  if (remainingMs > 0 && remainingMs <= RESET_LIFETIME_MS) return value
  passwordReset.clear()
  return ''
}

/**
 * Returns the first error in a new password, with its field and a text for the page and the toast; null if it is valid.
 */
export function findPasswordError(
  email: string,
  password: string,
  confirmation: string,
): { text: string; toast: string; field?: 'password' | 'confirmation' } | null {
  if (!isEmail(email)) {
    return {
      text: 'Invalid email address. Please start the reset process again.',
      toast: 'Invalid email address',
    }
  }
  if (password !== confirmation)
    return { text: 'Passwords do not match.', toast: 'Passwords do not match', field: 'confirmation' }
  if (password.length >= MIN_NEW_PASSWORD_LENGTH) return null
  return {
    text: 'Password must be at least 8 characters long.',
    toast: 'Password too short',
    field: 'password',
  }
}

/** Returns the host's error message or `fallback`, or a different message for a network error. */
export function explainPasswordError(error: unknown, fallback: string): string {
  return error instanceof ApiError
    ? (displayedMessage(error.body) ?? fallback)
    : 'An error occurred. Please try again later.'
}

/**
 * Submits a form on the password pages. Shows the result and, a second after a success, navigates to `next`.
 * @param state for the next page
 */
export function usePasswordStep(next: string, state?: AccountState) {
  const { error, isPending, fail, deferIfOffline, handleSubmit } = useSubmit('password')
  const [done, setDone] = useState<string | null>(null)
  const navigate = useNavigate()
  const isOpen = useIsOpen()

  const goOn = useEffectEvent(() => isOpen() && navigate(next, { state }))

  useEffect(() => {
    if (done === null) return
    const timer = setTimeout(() => goOn(), PASSWORD_REDIRECT_MS)
    return () => clearTimeout(timer)
  }, [done])

  return {
    error,
    isPending,
    done,
    fail,
    deferIfOffline,
    /**
     * Wraps a submit handler. Further submits are ignored after the form has succeeded. Focuses the first invalid
     * field.
     */
    handleSubmit: (work: () => void | Promise<void>) => {
      const submit = handleSubmit(() => (done === null ? work() : undefined))
      return async (event: FormEvent<HTMLFormElement>) => {
        const form = event.currentTarget
        await submit(event)
        focusFirstError(form)
      }
    },
    failWith(error: unknown, fallback: string) {
      const toast = error instanceof ApiError ? {} : { toast: 'Something went wrong. Try again.' }
      fail(explainPasswordError(error, fallback), { detail: failureAdvice(error), ...toast })
    },
    succeed(text: string) {
      setDone(text)
      notify('success', text, { source: 'password' })
    },
  }
}
