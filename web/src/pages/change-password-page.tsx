import { ApiError } from 'contracts/client'
import { useState } from 'react'
import { paths } from '../config/paths.ts'
import { callAccount } from '../features/account/account-request.ts'
import {
  findPasswordError,
  MIN_NEW_PASSWORD_LENGTH,
  passwordReset,
  usePasswordStep,
} from '../features/account/password-reset.ts'
import { Field, FormError, FormSuccess } from '../ui/form/field.tsx'
import { Link } from '../ui/page/link.tsx'
import { PageHead } from '../ui/page/page-head.tsx'
import '../features/account/account.scss'

/** The form for a new password. Uses the e-mail address and the code from the previous steps. */
export default function ChangePasswordPage() {
  const [password, setPassword] = useState('')
  const [confirmation, setConfirmation] = useState('')
  const { email, token, passwordError, isOutcomeUnknown, step, submit } = usePasswordChange(
    password,
    confirmation,
  )
  return (
    <div className="shell page">
      <PageHead title="Change Password" />
      <div className="account-entrance">
        <form className="sheet" onSubmit={submit} noValidate>
          <p className="mb-3">Enter your new password below.</p>
          {(email === '' || token === '') && (
            <p className="notice">
              <span>
                You haven't entered a code yet. <Link to={paths.forgotPassword}>Start again</Link> and we'll
                send you one.
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
            error={passwordError?.field === 'password' ? passwordError.text : null}
            hint={`At least ${MIN_NEW_PASSWORD_LENGTH} characters.`}
            autoComplete="new-password"
            required
          />
          <Field
            label="Confirm Password"
            name="confirm_password"
            type="password"
            value={confirmation}
            onChange={setConfirmation}
            error={passwordError?.field === 'confirmation' ? passwordError.text : null}
            autoComplete="new-password"
            enterKeyHint="go"
            required
          />
          <FormError error={passwordError?.field ? null : step.error}>
            {isOutcomeUnknown && (
              <span>
                Your password may have changed. <Link to={paths.account}>Log in</Link> with the new one to
                find out.
              </span>
            )}
          </FormError>
          {step.done && <FormSuccess text={step.done} />}
          <button type="submit" className="btn btn-primary w-100" aria-disabled={step.isPending}>
            {step.isPending ? 'Changing...' : 'Change Password'}
          </button>
        </form>
      </div>
    </div>
  )
}

/** Returns the state of the password reset, and a function that sends the new password. */
function usePasswordChange(password: string, confirmation: string) {
  // Held in state, because a success clears the storage while the page is still shown.
  const [{ email, token }, setReset] = useState(readReset)
  const [passwordError, setPasswordError] = useState<ReturnType<typeof findPasswordError>>(null)
  /** The code of a request whose response was lost. If the host has changed the password, the code is used. */
  const [lostToken, setLostToken] = useState<string | null>(null)
  const step = usePasswordStep(paths.account, { newPasswordOf: email })

  const submit = step.handleSubmit(async () => {
    // Reads the storage again, because the code may have expired while the page was open.
    const { email, token } = readReset()
    setReset({ email, token })
    const passwordError = findPasswordError(email, password, confirmation)
    setPasswordError(passwordError)
    if (passwordError) return step.fail(passwordError.text, { toast: passwordError.toast })
    if (step.deferIfOffline()) return
    try {
      await callAccount('PUT /auth/reset-password', {
        email_or_phone: email,
        reset_token: token,
        password,
        confirm_password: confirmation,
      })
      const stored = readReset()
      // The shopper may have started another reset since.
      if (stored.email === email && stored.token === token) passwordReset.clear()
      step.succeed('Password changed successfully')
    } catch (error) {
      if (!(error instanceof ApiError)) setLostToken(token)
      else if (error.status === 401 && token === lostToken) return step.fail('Your code is no longer valid.')
      step.failWith(error, 'Failed to change password')
    }
  })
  return { email, token, passwordError, isOutcomeUnknown: token === lostToken, step, submit }
}

function readReset() {
  return { email: passwordReset.getEmail(), token: passwordReset.getToken() }
}
