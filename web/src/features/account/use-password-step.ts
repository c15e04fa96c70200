import { ApiError, errorMessage } from 'contracts/client'
import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { limits } from '../../config/limits.ts'
import { notify } from '../../ui/feedback/notify.ts'
import { useSubmit } from '../../ui/form/use-submit.ts'

/** Submits a form on the password pages. Shows the result and, a second after a success, navigates to `next`. */
export function usePasswordStep(next: string) {
  const { error, pending, fail, awaitsNetwork, submitting } = useSubmit('password')
  const [done, setDone] = useState<string | null>(null)
  const navigate = useNavigate()

  useEffect(() => {
    if (done === null) return
    const timer = setTimeout(() => navigate(next), limits.passwordRedirect)
    return () => clearTimeout(timer)
  }, [done, next, navigate])

  return {
    error,
    pending,
    done,
    fail,
    awaitsNetwork,
    /** Wraps a submit handler. Does nothing once the form has succeeded and the navigation is pending. */
    submitting: (work: () => void | Promise<void>) => submitting(() => (done === null ? work() : undefined)),
    /** Shows the host's error message or `fallback`, or a different message for a network error. */
    failWith(error: unknown, fallback: string) {
      if (error instanceof ApiError) fail(errorMessage(error.body) ?? fallback)
      else fail('An error occurred. Please try again later.', { toast: 'Something went wrong. Try again.' })
    },
    succeed(text: string) {
      setDone(text)
      notify('success', text, { place: 'password' })
    },
  }
}
