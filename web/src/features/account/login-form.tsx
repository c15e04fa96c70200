import { ApiError, displayedMessage } from 'contracts/client'
import type { SuccessResponse } from '../../api/api.ts'
import { readObject, readString } from '../../api/read-values.ts'
import { getToken } from '../../api/session.ts'
import { paths } from '../../config/paths.ts'
import { failureAdvice } from '../../domain/failure-advice.ts'
import type { ForgotPasswordState } from '../../domain/navigation-state.ts'
import { notify } from '../../ui/feedback/notify.ts'
import { Field, FormError } from '../../ui/form/field.tsx'
import { useSubmit } from '../../ui/form/use-submit.ts'
import { Link } from '../../ui/page/link.tsx'
import { callAccount } from './account-request.ts'
import type { Credentials } from './register-form.tsx'

type Props = {
  /** Shared with the registration form. */
  credentials: Credentials
  onChange: (change: Partial<Credentials>) => void
  onLogIn: (token: string) => void
  onSwitch: () => void
}

const UNAVAILABLE = "We couldn't log you in just now. Please try again in a minute."

/** Returns the advice after a failed log-in. After too many attempts, it contains the waiting time from the host. */
function explainLoginError(error: ApiError): string {
  const { status, body } = error
  if (status >= 500) return UNAVAILABLE
  const tooMany = status === 403 || status === 429 ? displayedMessage(body) : null
  if (tooMany !== null) return [tooMany, failureAdvice(error)].filter(Boolean).join(' ')
  return "That email and password don't match. Try again or reset your password."
}

/** The number of log-ins that this tab has sent. */
let sentLogIns = 0

/** Returns the function that logs the customer in, and its state. */
function useLogIn({ email, password }: Credentials, onLogIn: (token: string) => void) {
  const { error, isPending, fail, deferIfOffline, handleSubmit } = useSubmit()
  const submit = handleSubmit(async () => {
    if (deferIfOffline()) return
    sentLogIns++
    const number = sentLogIns
    try {
      const response = await callAccount('POST /auth/login', {
        email_or_phone: email.trim(),
        password,
      })
      // A later log-in, also one in another tab, is not replaced.
      if (number !== sentLogIns || getToken() !== null) return
      const token = readString(readObject<SuccessResponse<'POST /auth/login'>>(response).token)
      if (token === '') return fail('Login failed', { detail: UNAVAILABLE })
      notify('success', 'Login successful')
      onLogIn(token)
    } catch (cause) {
      if (cause instanceof ApiError) fail('Login failed', { detail: explainLoginError(cause) })
      else fail('An error occurred. Please try again.', { detail: failureAdvice(cause) })
    }
  })
  return { error, isPending, submit }
}

export function LoginForm({ credentials, onChange, onLogIn, onSwitch }: Props) {
  const { email, password } = credentials
  const { error, isPending, submit } = useLogIn(credentials, onLogIn)
  return (
    <form className="sheet" onSubmit={submit} aria-labelledby="login-title">
      <h2 id="login-title" tabIndex={-1}>
        Login
      </h2>
      <Field
        label="Email or phone"
        name="email_or_phone"
        value={email}
        onChange={(email) => onChange({ email })}
        autoComplete="username"
        inputMode="email"
        enterKeyHint="next"
        required
      />
      <Field
        label="Password"
        name="password"
        type="password"
        value={password}
        onChange={(password) => onChange({ password })}
        autoComplete="current-password"
        enterKeyHint="go"
        required
      />
      <p className="text-end mb-3">
        <Link
          className="link-button"
          to={paths.forgotPassword}
          state={{ login: email } satisfies ForgotPasswordState}
        >
          Forgot Password?
        </Link>
      </p>
      <FormError error={error} />
      <button type="submit" className="btn btn-primary w-100" aria-disabled={isPending}>
        {isPending ? 'Logging in...' : 'Login'}
      </button>
      <p className="text-center mt-3">
        New here?{' '}
        <button type="button" className="btn btn-link" onClick={onSwitch}>
          Register
        </button>
      </p>
    </form>
  )
}
