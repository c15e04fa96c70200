import { ApiError } from 'contracts/client'
import { useEffect, useState } from 'react'
import { readString } from '../api/read-values.ts'
import { paths } from '../config/paths.ts'
import { isEmail } from '../domain/email-and-phone.ts'
import { type ForgotPasswordState, readState } from '../domain/navigation-state.ts'
import { callAccount } from '../features/account/account-request.ts'
import { passwordReset, usePasswordStep } from '../features/account/password-reset.ts'
import { useIsOpen } from '../platform/is-open.ts'
import { useLocation } from '../platform/location.ts'
import { Field, FormError, FormSuccess } from '../ui/form/field.tsx'
import { Link } from '../ui/page/link.tsx'
import { PageHead } from '../ui/page/page-head.tsx'
import '../features/account/account.scss'

const INVALID_EMAIL = 'Please enter a valid email address.'

export default function ForgotPasswordPage() {
  const login = readString(readState<ForgotPasswordState>(useLocation().state).login)
  const [email, setEmail] = useState(isEmail(login) ? login : '')
  const { step, submit, isUnknown } = useCodeRequest(email)
  const isInvalid = step.error?.text === INVALID_EMAIL
  return (
    <div className="shell page">
      <PageHead title="Forgot Password" />
      <div className="account-entrance">
        <form className="sheet" onSubmit={submit} noValidate>
          <p className="mb-3">We'll email you a 4-digit code.</p>
          <Field
            label="Email"
            name="email"
            type="email"
            value={email}
            onChange={setEmail}
            error={isInvalid ? INVALID_EMAIL : null}
            autoComplete="email"
            enterKeyHint="send"
            required
          />
          <FormError error={isInvalid ? null : step.error}>
            {isUnknown && (
              <span>
                New here? <Link to={paths.account}>Log in or register</Link>.
              </span>
            )}
          </FormError>
          {step.done && (
            <>
              <FormSuccess text={step.done} />
              <p>The e-mail has a 4-digit code. Enter it on the next page.</p>
            </>
          )}
          <button type="submit" className="btn btn-primary w-100" aria-disabled={step.isPending}>
            {step.isPending ? 'Sending...' : 'Send code'}
          </button>
          <p className="text-center mt-3">
            <Link to={paths.account}>Back to login</Link>
          </p>
        </form>
      </div>
    </div>
  )
}

/** Returns the function that requests a code for an e-mail address, and whether the host doesn't know the address. */
function useCodeRequest(email: string) {
  const [isUnknown, setUnknown] = useState(false)
  const step = usePasswordStep(paths.verify)
  const isOpen = useIsOpen()

  // Deletes the state of an earlier reset.
  useEffect(passwordReset.clear, [])

  const submit = step.handleSubmit(async () => {
    const address = email.trim()
    if (!isEmail(address)) {
      return step.fail(INVALID_EMAIL, { toast: 'Please enter a valid email' })
    }
    if (step.deferIfOffline()) return
    try {
      await callAccount('POST /auth/forgot-password', { email_or_phone: address })
      // The shopper may have requested a code for another address since.
      if (!isOpen()) return
      passwordReset.storeEmail(address)
      step.succeed('Password reset link sent to your email')
    } catch (error) {
      setUnknown(error instanceof ApiError && error.status === 404)
      step.failWith(error, 'Failed to send reset link')
    }
  })
  return { step, submit, isUnknown }
}
