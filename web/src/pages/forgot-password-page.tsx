import { useEffect, useState } from 'react'
import { paths } from '../config/paths.ts'
import { isEmail } from '../domain/contact.ts'
import { callAccount } from '../features/account/account-request.ts'
import { reset, usePasswordStep } from '../features/account/password-reset.ts'
import { Field } from '../ui/form/field.tsx'
import { Link } from '../ui/page/link.tsx'
import { PageHead } from '../ui/page/page-head.tsx'
import '../features/account/account.scss'

export default function ForgotPasswordPage() {
  const [email, setEmail] = useState('')
  const step = usePasswordStep(paths.verify)

  // Deletes the state of an earlier reset.
  useEffect(reset.clear, [])

  const submit = step.submitting(async () => {
    const address = email.trim()
    if (!isEmail(address)) {
      return step.fail('Please enter a valid email address.', { toast: 'Please enter a valid email' })
    }
    if (step.awaitsNetwork()) return
    try {
      await callAccount('POST /auth/forgot-password', { email_or_phone: address })
      reset.storeEmail(address)
      step.succeed('Password reset link sent to your email')
    } catch (error) {
      step.failWith(error, 'Failed to send reset link')
    }
  })

  return (
    <div className="shell page">
      <PageHead title="Forgot Password" />
      <div className="account-entrance">
        <form className="sheet" onSubmit={submit} noValidate>
          <p>We'll email you a 4-digit code.</p>
          {step.done && <p className="notice notice-success">{step.done}</p>}
          <Field
            label="Email"
            name="email"
            type="email"
            value={email}
            onChange={setEmail}
            error={step.error?.text}
            autoComplete="email"
            enterKeyHint="send"
            required
          />
          <button type="submit" className="btn btn-primary w-100" aria-disabled={step.pending}>
            {step.pending ? 'Sending...' : 'Send code'}
          </button>
          <p className="text-center mt-3">
            <Link to={paths.account}>Back to login</Link>
          </p>
        </form>
      </div>
    </div>
  )
}
