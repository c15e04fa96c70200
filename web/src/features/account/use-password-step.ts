import { ApiError, errorMessage } from 'contracts/client'
import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { limits } from '../../config/limits.ts'
import { notify } from '../../ui/feedback/notify.ts'
import { useSubmit } from '../../ui/form/use-submit.ts'

/**
 * Submits a form of the password pages. Errors and success are shown on the page and in a toast at the top; one
 * second after a success, the shopper is taken to `next`.
 */
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
    /** Nothing is submitted again before the navigation. */
    submitting: (work: () => void | Promise<void>) => submitting(() => (done === null ? work() : undefined)),
    /** Shows the host's message or `fallback`; a network error has its own message. */
    failWith(error: unknown, fallback: string) {
      if (error instanceof ApiError) fail(errorMessage(error.body) ?? fallback)
      else fail('An error occurred. Please try again later.', { toast: 'Something went wrong. Try again.' })
    },
    succeed(text: string) {
      setDone(text)
      notify(text, { kind: 'success', place: 'password' })
    },
  }
}
