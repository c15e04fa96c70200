import { ApiError, displayedErrors } from 'contracts/client'
import { useRef, useState } from 'react'
import { call } from '../../api/api.ts'
import { readObject } from '../../api/read-values.ts'
import { isEmail } from '../../domain/email-and-phone.ts'
import { failureAdvice } from '../../domain/failure-advice.ts'
import { notify } from '../../ui/feedback/notify.ts'
import { bindFields, Field, FormError } from '../../ui/form/field.tsx'
import { focusFirstError, useSubmit } from '../../ui/form/use-submit.ts'
import { PrivacyNote } from '../../ui/page/privacy-note.tsx'
import { callAccount } from './account-request.ts'

const MIN_PASSWORD_LENGTH = 6

type Registration = { f_name: string; l_name: string; email: string; phone: string; password: string }
const INVALID_EMAIL = 'Invalid email address'

type FieldErrors = Partial<Record<keyof Registration, string>>

/** Returns an error message for each invalid field. The phone number is not validated. */
export function findRegistrationErrors(draft: Registration): FieldErrors {
  return {
    ...(draft.f_name.trim() === '' ? { f_name: 'First name is required' } : {}),
    ...(draft.l_name.trim() === '' ? { l_name: 'Last name is required' } : {}),
    ...(isEmail(draft.email.trim()) ? {} : { email: INVALID_EMAIL }),
    ...(draft.password.length < MIN_PASSWORD_LENGTH ? { password: 'Password is too weak' } : {}),
  }
}

/** Returns the host's message for each field that it refuses, such as an e-mail address that is taken. */
function readRefusedFields(body: unknown): FieldErrors {
  const { errors } = readObject<{ errors: unknown }>(body)
  const named = Array.isArray(errors)
    ? errors.map((error) => readObject<{ code: string; message: string }>(error))
    : []
  return Object.fromEntries(
    named.flatMap(({ code, message }) => (typeof message === 'string' ? [[String(code), message]] : [])),
  )
}

/**
 * The fields that the registration and log-in forms share, so that a new customer can log in without typing them again.
 */
export type Credentials = { email: string; password: string }

type Props = {
  credentials: Credentials
  onChange: (change: Partial<Credentials>) => void
  onSwitch: () => void
}

/** Returns the function that registers the customer, and the errors of the fields. */
function useRegistration(draft: Registration) {
  const [isSubmitted, setSubmitted] = useState(false)
  const [refused, setRefused] = useState<FieldErrors>({})
  const [isReady, setReady] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const { error, isPending, fail, deferIfOffline, handleSubmit } = useSubmit()

  const submit = handleSubmit(async () => {
    setSubmitted(true)
    setRefused({})
    setReady(false)
    if (Object.keys(findRegistrationErrors(draft)).length > 0) return focusFirstError(form.current)
    if (deferIfOffline()) return
    try {
      await register(draft)
      setSubmitted(false)
      setReady(true)
      notify('success', 'User Created Successfully')
    } catch (cause) {
      if (cause instanceof ApiError) {
        setRefused(readRefusedFields(cause.body))
        focusFirstError(form.current)
      }
      fail(
        cause instanceof ApiError
          ? ['Registration Failed', displayedErrors(cause.body).join(' ')].filter(Boolean).join(': ')
          : 'An error occurred during registration.',
        { detail: failureAdvice(cause) },
      )
    }
  })
  return {
    form,
    submit,
    isPending,
    error,
    fieldErrors: isSubmitted ? { ...refused, ...findRegistrationErrors(draft) } : {},
    /** Whether the host refused the e-mail address, for example because it is taken. */
    isEmailRefused: Boolean(refused.email),
    clearRefusals: () => setRefused({}),
    /** Whether the customer is registered and can log in. */
    isReady,
  }
}

/** The registration form. Registering doesn't log the customer in. */
export function RegisterForm({ credentials, onChange, onSwitch }: Props) {
  const [names, setNames] = useState({ f_name: '', l_name: '', phone: '' })
  const draft: Registration = { ...names, ...credentials }
  const { form, submit, isPending, error, isReady, ...registration } = useRegistration(draft)
  return (
    <form className="sheet" ref={form} onSubmit={submit} noValidate aria-labelledby="register-title">
      <h2 id="register-title" tabIndex={-1}>
        Register
      </h2>
      <RegistrationFields
        draft={draft}
        errors={registration.fieldErrors}
        onChange={({ email, password, ...change }) => {
          registration.clearRefusals()
          if (email !== undefined) onChange({ email })
          if (password !== undefined) onChange({ password })
          setNames({ ...names, ...change })
        }}
      />
      <div role="status">{isReady ? <AccountReady onLogIn={onSwitch} /> : null}</div>
      <FormError error={error}>
        {registration.isEmailRefused && (
          <button type="button" className="link-button strong" onClick={onSwitch}>
            Log in instead
          </button>
        )}
      </FormError>
      <PrivacyNote use="keep your account and deliver your orders" />
      <button
        type="submit"
        className={isReady ? 'btn btn-outline-secondary w-100' : 'btn btn-primary w-100'}
        aria-disabled={isPending}
      >
        {isPending ? 'Registering...' : 'Register'}
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

/** The registration whose response has not arrived. Kept when the form is closed. */
let pending: { sent: string; response: Promise<void> } | null = null

/** The credentials of the registration whose response was lost. */
let lostCredentials = ''

/** Sends a registration, or waits for the response if it is being sent. */
async function register(draft: Registration): Promise<void> {
  const sent = JSON.stringify([draft.email.trim(), draft.password])
  if (pending?.sent === sent) return pending.response
  const current = { sent, response: sendRegistration(draft, sent) }
  pending = current
  try {
    await current.response
  } finally {
    if (pending === current) pending = null
  }
}

/**
 * Sends a registration. If the response to an earlier one was lost, it first tries to log in: the host may have the
 * customer already, and would refuse a second one.
 */
async function sendRegistration(draft: Registration, sent: string): Promise<void> {
  const email = draft.email.trim()
  try {
    if (lostCredentials !== sent || !(await canLogIn({ email_or_phone: email, password: draft.password })))
      await call('POST /auth/registration', { body: { ...draft, email } })
    lostCredentials = ''
  } catch (error) {
    if (!(error instanceof ApiError)) lostCredentials = sent
    throw error
  }
}

async function canLogIn(credentials: { email_or_phone: string; password: string }): Promise<boolean> {
  try {
    await callAccount('POST /auth/login', credentials)
    return true
  } catch (error) {
    if (error instanceof ApiError) return false
    throw error
  }
}

type FieldsProps = {
  draft: Registration
  errors: FieldErrors
  onChange: (change: Partial<Registration>) => void
}

function RegistrationFields({ draft, errors, onChange }: FieldsProps) {
  const field = bindFields(draft, errors, onChange)
  return (
    <>
      <div className="field-pair">
        <Field label="First name" {...field('f_name')} autoComplete="given-name" required />
        <Field label="Last name" {...field('l_name')} autoComplete="family-name" required />
      </div>
      <Field
        label="Email"
        {...field('email')}
        type="email"
        {...(errors.email === INVALID_EMAIL ? { advice: 'Enter one such as name@example.com.' } : {})}
        autoComplete="email"
        required
      />
      {/* Recorded: the host requires it. The form doesn't check it, as specified. */}
      <Field
        label="Phone"
        {...field('phone')}
        type="tel"
        hint="Our rider will call this number. For example, 0772123456."
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
    </>
  )
}

/** Moves the focus to the next step. */
const focusOnMount = (button: HTMLButtonElement | null) => button?.focus()

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
