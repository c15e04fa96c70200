import { ApiError, errorMessages } from 'contracts/client'
import { type FormEvent, useRef, useState } from 'react'
import { limits } from '../../config/limits.ts'
import { Field } from '../../ui/field.tsx'
import { notify } from '../../ui/notify.ts'
import { useRegister } from './queries.ts'
import { type Registration, registrationErrors } from './registration.ts'

type Props = { email: string; onEmail: (email: string) => void; onSwitch: () => void }

/** A new customer. Success says so and no more: the shopper then logs in. */
export function RegisterForm({ email, onEmail, onSwitch }: Props) {
  const [names, setNames] = useState({ f_name: '', l_name: '', phone: '', password: '' })
  const [submitted, setSubmitted] = useState(false)
  const [refusal, setRefusal] = useState<string | null>(null)
  const form = useRef<HTMLFormElement>(null)
  const register = useRegister()
  const given: Registration = { ...names, email }
  const faults = submitted ? registrationErrors(given) : {}

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (register.isPending) return
    setSubmitted(true)
    setRefusal(null)
    if (Object.keys(registrationErrors(given)).length > 0) {
      // The faults are drawn first; then the first of them takes the focus.
      requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus())
      return
    }
    try {
      await register.mutateAsync({ ...given, email: email.trim() })
      setSubmitted(false)
      notify('User Created Successfully', { kind: 'success' })
    } catch (error) {
      const text =
        error instanceof ApiError
          ? `Registration Failed: ${errorMessages(error.body).join(' ')}`
          : 'An error occurred during registration.'
      setRefusal(text)
      notify(text, { kind: 'error' })
    }
  }

  const change = (name: keyof typeof names) => (value: string) => setNames({ ...names, [name]: value })

  return (
    <form
      className="sheet account-form"
      ref={form}
      onSubmit={submit}
      noValidate
      aria-labelledby="register-title"
    >
      <h2 id="register-title">Register</h2>
      {refusal && (
        <div className="form-fault" role="alert">
          <strong>{refusal}</strong>
        </div>
      )}
      <div className="field-pair">
        <Field
          label="First name"
          name="f_name"
          value={names.f_name}
          onChange={change('f_name')}
          error={faults.f_name}
          autoComplete="given-name"
          required
        />
        <Field
          label="Last name"
          name="l_name"
          value={names.l_name}
          onChange={change('l_name')}
          error={faults.l_name}
          autoComplete="family-name"
          required
        />
      </div>
      <Field
        label="Email"
        name="email"
        type="email"
        value={email}
        onChange={onEmail}
        error={faults.email}
        autoComplete="email"
        inputMode="email"
        required
      />
      <Field
        label="Phone"
        name="phone"
        type="tel"
        value={names.phone}
        onChange={change('phone')}
        hint="Our rider will call this number."
        autoComplete="tel"
        inputMode="tel"
      />
      <Field
        label="Password"
        name="password"
        type="password"
        value={names.password}
        onChange={change('password')}
        error={faults.password}
        hint={`At least ${limits.registrationPassword} characters.`}
        autoComplete="new-password"
        enterKeyHint="go"
        required
      />
      <button type="submit" className="btn btn-primary w-100" aria-disabled={register.isPending}>
        {register.isPending ? 'Registering...' : 'Register'}
      </button>
      <p className="form-switch">
        Already have an account?{' '}
        <button type="button" className="btn btn-link" onClick={onSwitch}>
          Login
        </button>
      </p>
    </form>
  )
}
