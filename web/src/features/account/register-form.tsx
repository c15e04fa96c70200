import { ApiError, errorMessages } from 'contracts/client'
import { useRef, useState } from 'react'
import { call } from '../../api/api.ts'
import { isEmail } from '../../domain/contact.ts'
import { notify } from '../../ui/feedback/notify.ts'
import { Field, FormError, fieldsOf } from '../../ui/form/field.tsx'
import { focusFirstError, useSubmit } from '../../ui/form/use-submit.ts'
import { PrivacyNote } from '../../ui/page/privacy-note.tsx'
import { callAccount } from './account-request.ts'

const MIN_PASSWORD_LENGTH = 6

type Registration = { f_name: string; l_name: string; email: string; phone: string; password: string }

/** Returns an error message for each invalid field. The phone number is not validated. */
export function registrationErrors(draft: Registration): Partial<Record<keyof Registration, string>> {
  return {
    ...(draft.f_name.trim() === '' ? { f_name: 'First name is required' } : {}),
    ...(draft.l_name.trim() === '' ? { l_name: 'Last name is required' } : {}),
    ...(isEmail(draft.email.trim()) ? {} : { email: 'Invalid email address' }),
    ...(draft.password.length < MIN_PASSWORD_LENGTH ? { password: 'Password is too weak' } : {}),
  }
}

type Props = { email: string; onEmail: (email: string) => void; onSwitch: () => void }

/** Moves the focus to the next step. */
const focusOnMount = (button: HTMLButtonElement | null) => button?.focus()

/** The registration form. Registering doesn't log the customer in. */
export function RegisterForm({ email, onEmail, onSwitch }: Props) {
  const [names, setNames] = useState({ f_name: '', l_name: '', phone: '', password: '' })
  const [submitted, setSubmitted] = useState(false)
  const [isReady, setReady] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const draft: Registration = { ...names, email }
  const errors = submitted ? registrationErrors(draft) : {}
  const { error, pending, fail, awaitsNetwork, submitting } = useSubmit()

  const credentials = JSON.stringify({ email_or_phone: email.trim(), password: draft.password })
  /** The credentials of a registration whose response was lost, so that the host may have the customer. */
  const unanswered = useRef('')

  /** Whether an earlier request has created the customer: the host would refuse a second one. */
  async function isRegistered(): Promise<boolean> {
    if (unanswered.current !== credentials) return false
    try {
      await callAccount('POST /auth/login', JSON.parse(credentials))
      return true
    } catch (error) {
      if (error instanceof ApiError) return false
      throw error
    }
  }

  const submit = submitting(async () => {
    setSubmitted(true)
    setReady(false)
    if (Object.keys(registrationErrors(draft)).length > 0) return focusFirstError(form.current)
    if (awaitsNetwork()) return
    try {
      if (!(await isRegistered()))
        await call('POST /auth/registration', { body: { ...draft, email: email.trim() } })
      unanswered.current = ''
      setSubmitted(false)
      setReady(true)
      notify('success', 'User Created Successfully')
    } catch (cause) {
      if (!(cause instanceof ApiError)) unanswered.current = credentials
      fail(
        cause instanceof ApiError
          ? `Registration Failed: ${errorMessages(cause.body).join(' ')}`
          : 'An error occurred during registration.',
      )
    }
  })

  const field = fieldsOf(draft, errors, (change) => {
    if (change.email !== undefined) onEmail(change.email)
    else setNames({ ...names, ...change })
  })

  return (
    <form className="sheet" ref={form} onSubmit={submit} noValidate aria-labelledby="register-title">
      <h2 id="register-title" tabIndex={-1}>
        Register
      </h2>
      <div className="field-pair">
        <Field label="First name" {...field('f_name')} autoComplete="given-name" required />
        <Field label="Last name" {...field('l_name')} autoComplete="family-name" required />
      </div>
      <Field label="Email" {...field('email')} type="email" autoComplete="email" required />
      <Field
        label="Phone (optional)"
        {...field('phone')}
        type="tel"
        hint="Our rider will call this number."
        autoComplete="tel"
      />
      <Field
        label="Password"
        {...field('password')}
        type="password"
        hint={`At least ${MIN_PASSWORD_LENGTH} characters.`}
        autoComplete="new-password"
        enterKeyHint="go"
        required
      />
      <div role="status">{isReady ? <AccountReady onLogIn={onSwitch} /> : null}</div>
      <FormError error={error} />
      <PrivacyNote use="keep your account and deliver your orders" />
      <button type="submit" className="btn btn-primary w-100" aria-disabled={pending}>
        {pending ? 'Registering...' : 'Register'}
      </button>
      <p className="text-center mt-3">
        Already have an account?{' '}
        <button type="button" className="btn btn-link" onClick={onSwitch}>
          Login
        </button>
      </p>
    </form>
  )
}

function AccountReady({ onLogIn }: { onLogIn: () => void }) {
  return (
    <p className="notice notice-success align-items-center">
      <span>Your account is ready. Log in to continue.</span>
      <button type="button" className="btn btn-primary" ref={focusOnMount} onClick={onLogIn}>
        Log in
      </button>
    </p>
  )
}
