import { ApiError, errorMessage } from 'contracts/client'
import { type FormEvent, useEffect, useState } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import { limits } from '../config/limits.ts'
import { isEmail } from '../features/account/email.ts'
import { useRequestReset } from '../features/account/queries.ts'
import { reset } from '../features/account/reset.ts'
import { paths } from '../lib/paths.ts'
import { Field } from '../ui/field.tsx'
import { notify } from '../ui/notify.ts'
import { PageHead } from '../ui/page-head.tsx'
import '../theme/forms.scss'
import '../theme/account.scss'

/** Asks for a one-time code. */
export function ForgotPasswordPage() {
  const [email, setEmail] = useState('')
  const [fault, setFault] = useState<string | null>(null)
  const [sent, setSent] = useState(false)
  const request = useRequestReset()
  const navigate = useNavigate()

  useEffect(() => {
    if (!sent) return
    const timer = setTimeout(() => navigate(paths.verify), limits.passwordRedirect)
    return () => clearTimeout(timer)
  }, [sent, navigate])

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (request.isPending || sent) return
    const address = email.trim()
    if (!isEmail(address)) return fail('Please enter a valid email address.', 'Please enter a valid email')
    setFault(null)
    try {
      await request.mutateAsync(address)
      reset.keepEmail(address)
      setSent(true)
      notify('Password reset link sent to your email', { kind: 'success', place: 'password' })
    } catch (error) {
      if (error instanceof ApiError) fail(errorMessage(error.body) ?? 'Failed to send reset link')
      else fail('An error occurred. Please try again later.', 'Something went wrong. Try again.')
    }
  }

  function fail(text: string, toast = text) {
    setFault(text)
    notify(toast, { kind: 'error', place: 'password' })
  }

  return (
    <div className="shell page">
      <PageHead title="Forgot Password" />
      <div className="password-screen">
        <form className="sheet account-form" onSubmit={submit} noValidate>
          <p>Tell us your email address and we send you a code to set a new password.</p>
          {sent && (
            <p className="form-success" role="status">
              Password reset link sent to your email
            </p>
          )}
          <Field
            label="Email"
            name="email"
            type="email"
            value={email}
            onChange={setEmail}
            error={fault}
            autoComplete="email"
            inputMode="email"
            enterKeyHint="send"
            required
          />
          <button type="submit" className="btn btn-primary w-100" aria-disabled={request.isPending}>
            {request.isPending ? 'Sending...' : 'Send Reset Link'}
          </button>
          <p className="form-switch">
            <Link to={paths.account}>Back to login</Link>
          </p>
        </form>
      </div>
    </div>
  )
}
