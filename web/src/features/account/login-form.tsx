import { ApiError, errorMessage } from 'contracts/client'
import { type FormEvent, useState } from 'react'
import { Link } from 'react-router-dom'
import { paths } from '../../lib/paths.ts'
import { Field } from '../../ui/field.tsx'
import { notify } from '../../ui/notify.ts'
import { useLogIn } from './queries.ts'

type Props = {
  /** What was typed in the other form. */
  email: string
  onEmail: (email: string) => void
  onLogin: (token: string) => void
  onSwitch: () => void
}

/** E-mail or phone, and password. */
export function LoginForm({ email, onEmail, onLogin, onSwitch }: Props) {
  const [password, setPassword] = useState('')
  const [fault, setFault] = useState<{ text: string; detail: string | null } | null>(null)
  const logIn = useLogIn()

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (logIn.isPending) return
    setFault(null)
    try {
      const token = await logIn.mutateAsync({ email_or_phone: email.trim(), password })
      if (token === null) return fail('Login failed', null)
      notify('Login successful', { kind: 'success' })
      onLogin(token)
    } catch (error) {
      if (error instanceof ApiError) fail('Login failed', errorMessage(error.body))
      else fail('An error occurred. Please try again.', null)
    }
  }

  function fail(text: string, detail: string | null) {
    setFault({ text, detail })
    notify(text, { kind: 'error' })
  }

  return (
    <form className="sheet account-form" onSubmit={submit} aria-labelledby="login-title">
      <h2 id="login-title">Login</h2>
      {fault && (
        <div className="form-fault" role="alert">
          <strong>{fault.text}</strong>
          {fault.detail && <span>{fault.detail}</span>}
        </div>
      )}
      <Field
        label="Email or phone"
        name="email_or_phone"
        value={email}
        onChange={onEmail}
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
        onChange={setPassword}
        autoComplete="current-password"
        enterKeyHint="go"
        required
      />
      <p className="form-aside">
        <Link to={paths.forgotPassword}>Forgot Password?</Link>
      </p>
      <button type="submit" className="btn btn-primary w-100" aria-disabled={logIn.isPending}>
        {logIn.isPending ? 'Logging in...' : 'Login'}
      </button>
      <p className="form-switch">
        New here?{' '}
        <button type="button" className="btn btn-link" onClick={onSwitch}>
          Register
        </button>
      </p>
    </form>
  )
}
