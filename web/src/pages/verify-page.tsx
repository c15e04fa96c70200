import { ApiError, errorMessage } from 'contracts/client'
import { type FormEvent, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { limits } from '../config/limits.ts'
import { paths } from '../config/paths.ts'
import { CodeInput } from '../features/account/code-input.tsx'
import { reset } from '../features/account/password-reset.ts'
import { useRequestReset, useVerifyCode } from '../features/account/queries.ts'
import { useWhenOnline } from '../platform/online.ts'
import { notify } from '../ui/feedback/notify.ts'
import { FormError } from '../ui/form/field.tsx'
import { OFFLINE, useSubmit } from '../ui/form/use-submit.ts'
import { Link } from '../ui/page/link.tsx'
import { PageHead } from '../ui/page/page-head.tsx'
import '../features/account/account.scss'

/** The form for the one-time code. Verifies the code as soon as it is complete. */
export default function VerifyPage() {
  const [code, setCode] = useState('')
  const { error, pending, fail, clearError, awaitsNetwork, submitting } = useSubmit('password')
  const verify = useVerifyCode()
  const navigate = useNavigate()
  const [email] = useState(reset.getEmail)

  function change(next: string) {
    if (pending) return
    setCode(next)
    if (next !== '') clearError()
    if (next.length === limits.codeLength) void check(next)
  }

  const check = (typed: string) =>
    submitting(async () => {
      if (!/^\d{4}$/.test(typed)) return fail('Please enter a 4-digit OTP.')
      if (awaitsNetwork()) return
      try {
        await verify.mutateAsync({ email_or_phone: email, reset_token: typed })
        reset.storeToken(typed)
        notify('success', 'OTP verified successfully!', { place: 'password' })
        setCode('')
        navigate(paths.changePassword)
      } catch (cause) {
        setCode('')
        fail(messageOf(cause, 'Invalid OTP. Please try again.'))
      }
    })()

  return (
    <div className="shell page">
      <PageHead title="Verify OTP" />
      <div className="account-entrance">
        <form
          className="sheet"
          noValidate
          onSubmit={(event: FormEvent) => {
            event.preventDefault()
            void check(code)
          }}
        >
          <p>
            {email
              ? `We've sent a code to ${email}. Type or paste it here.`
              : 'Type or paste the code we sent you.'}
          </p>
          <FormError error={error} id="code-error" />
          <CodeInput
            code={code}
            onChange={change}
            invalid={error !== null}
            describedBy={error ? 'code-error' : undefined}
          />
          <button type="submit" className="btn btn-primary w-100" aria-disabled={pending}>
            {pending ? 'Verifying...' : 'Verify OTP'}
          </button>
          <Resend email={email} />
        </form>
      </div>
    </div>
  )
}

/** Returns the host's error message or `fallback`, or a different message for a network error. */
function messageOf(error: unknown, fallback: string): string {
  return error instanceof ApiError
    ? (errorMessage(error.body) ?? fallback)
    : 'An error occurred. Please try again later.'
}

function Resend({ email }: { email: string }) {
  const request = useRequestReset()
  const [response, setResponse] = useState('')
  const network = useWhenOnline()

  async function send() {
    if (request.isPending) return
    if (network.defers(() => void send())) return setResponse(OFFLINE)
    setResponse('')
    try {
      await request.mutateAsync(email)
      setResponse("We've sent a new code.")
    } catch (error) {
      setResponse(messageOf(error, 'Failed to send reset link'))
    }
  }

  return (
    <p className="text-center mt-3">
      {email ? (
        <>
          No code?
          <button type="button" className="btn btn-link" aria-disabled={request.isPending} onClick={send}>
            Send it again
          </button>
        </>
      ) : (
        <Link to={paths.forgotPassword}>Get a code</Link>
      )}
      <span role="status" className="w-100 text-center">
        {response}
      </span>
    </p>
  )
}
