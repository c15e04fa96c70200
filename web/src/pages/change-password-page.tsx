import { ApiError, errorMessage } from 'contracts/client'
import { type FormEvent, useEffect, useState } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import { limits } from '../config/limits.ts'
import { useChangePassword } from '../features/account/queries.ts'
import { reset, resetFault } from '../features/account/reset.ts'
import { paths } from '../lib/paths.ts'
import { Field } from '../ui/field.tsx'
import { notify } from '../ui/notify.ts'
import { PageHead } from '../ui/page-head.tsx'
import '../theme/forms.scss'
import '../theme/account.scss'

/** A new password for the e-mail and code that the two steps before have left. */
export function ChangePasswordPage() {
  // Read once: a successful change clears what is stored while this page still stands.
  const [email] = useState(reset.getEmail)
  const [token] = useState(reset.getToken)
  const [password, setPassword] = useState('')
  const [confirmation, setConfirmation] = useState('')
  const [fault, setFault] = useState<string | null>(null)
  const [done, setDone] = useState(false)
  const change = useChangePassword()
  const navigate = useNavigate()

  useEffect(() => {
    if (!done) return
    const timer = setTimeout(() => navigate(paths.account), limits.passwordRedirect)
    return () => clearTimeout(timer)
  }, [done, navigate])

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (change.isPending || done) return
    const wrong = resetFault(email, password, confirmation)
    if (wrong) return fail(wrong.text, wrong.toast)
    setFault(null)
    try {
      await change.mutateAsync({
        email_or_phone: email,
        reset_token: token,
        password,
        confirm_password: confirmation,
      })
      reset.clear()
      setDone(true)
      notify('Password changed successfully', { kind: 'success', place: 'password' })
    } catch (error) {
      if (error instanceof ApiError) fail(errorMessage(error.body) ?? 'Failed to change password')
      else fail('An error occurred. Please try again later.', 'Something went wrong. Try again.')
    }
  }

  function fail(text: string, toast = text) {
    setFault(text)
    notify(toast, { kind: 'error', place: 'password' })
  }

  return (
    <div className="shell page">
      <PageHead title="Change Password" />
      <div className="password-screen">
        <form className="sheet account-form" onSubmit={submit} noValidate>
          <p>Enter your new password below.</p>
          {fault && (
            <div className="form-fault" role="alert">
              <strong>{fault}</strong>
            </div>
          )}
          {done && (
            <p className="form-success" role="status">
              Password changed successfully
            </p>
          )}
          {(email === '' || token === '') && (
            <p className="notice">
              <span>
                We have no code from you yet. <Link to={paths.forgotPassword}>Start again</Link> and we send
                you one.
              </span>
            </p>
          )}
          <input type="hidden" name="email_or_phone" autoComplete="username" value={email} />
          <input type="hidden" name="reset_token" value={token} />
          <Field
            label="New Password"
            name="password"
            type="password"
            value={password}
            onChange={setPassword}
            hint={`At least ${limits.resetPassword} characters.`}
            autoComplete="new-password"
            required
          />
          <Field
            label="Confirm Password"
            name="confirm_password"
            type="password"
            value={confirmation}
            onChange={setConfirmation}
            autoComplete="new-password"
            enterKeyHint="go"
            required
          />
          <button type="submit" className="btn btn-primary w-100" aria-disabled={change.isPending}>
            {change.isPending ? 'Changing...' : 'Change Password'}
          </button>
        </form>
      </div>
    </div>
  )
}
