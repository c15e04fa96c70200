import { ApiError } from 'contracts/client'
import { type ClipboardEvent, type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { paths } from '../config/paths.ts'
import { failureAdvice } from '../domain/failure-advice.ts'
import { callAccount } from '../features/account/account-request.ts'
import { explainPasswordError, passwordReset } from '../features/account/password-reset.ts'
import { useIsOpen } from '../platform/is-open.ts'
import { useWhenOnline } from '../platform/online.ts'
import { notify } from '../ui/feedback/notify.ts'
import { FormError } from '../ui/form/field.tsx'
import { OFFLINE, useSubmit } from '../ui/form/use-submit.ts'
import { Link } from '../ui/page/link.tsx'
import { PageHead } from '../ui/page/page-head.tsx'
import '../features/account/account.scss'

const CODE_LENGTH = 4

/** The form for the one-time code. Verifies the code as soon as it is complete. */
export default function VerifyPage() {
  const [email] = useState(passwordReset.getEmail)
  const { code, change, check, isPending, error, resend } = useCodeCheck(email)
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
          <p className="mb-3">
            {email
              ? `We've sent a code to ${email}. Type or paste it here.`
              : 'Type or paste the code we sent you.'}{' '}
            We check it as soon as the last digit is in.
          </p>
          <CodeInput
            code={code}
            onChange={change}
            invalid={error !== null && !error.isWaiting}
            describedBy={error ? 'code-error' : undefined}
          />
          <FormError error={error} id="code-error" />
          <button type="submit" className="btn btn-primary w-100" aria-disabled={isPending}>
            {isPending ? 'Verifying...' : 'Verify OTP'}
          </button>
          <Resend hasEmail={email !== ''} {...resend} />
        </form>
      </div>
    </div>
  )
}

/** Returns the typed code, the functions that change and verify it, and the request for another one. */
function useCodeCheck(email: string) {
  const [code, setCode] = useState('')
  const { error, isPending, fail, clearError, deferIfOffline, handleSubmit } = useSubmit('password')
  const navigate = useNavigate()
  const isOpen = useIsOpen()
  const resend = useResend(email, clearError)

  function change(next: string) {
    if (isPending) return
    setCode(next)
    if (next !== '') clearError()
    if (next.length === CODE_LENGTH) void check(next)
  }

  const check = (typed: string) =>
    handleSubmit(async () => {
      // It would contradict the result of the check.
      resend.clear()
      if (typed.length < CODE_LENGTH) return fail(`Please enter a ${CODE_LENGTH}-digit OTP.`)
      if (deferIfOffline()) return
      try {
        await callAccount('POST /auth/verify-token', { email_or_phone: email, reset_token: typed })
        notify('success', 'OTP verified successfully!', { source: 'password' })
        // The shopper may have begun another reset since.
        if (!isOpen()) return
        passwordReset.storeToken(typed)
        setCode('')
        navigate(paths.changePassword)
      } catch (cause) {
        if (cause instanceof ApiError) setCode('')
        fail(explainPasswordError(cause, 'Invalid OTP. Please try again.'), { detail: failureAdvice(cause) })
      }
    })()

  return { code, change, check, isPending, error, resend }
}

/** Returns the state of a request for another code. @param onSend called before each request */
function useResend(email: string, onSend: () => void) {
  const [isPending, setPending] = useState(false)
  const [response, setResponse] = useState('')
  const [isCounting, setCounting] = useState(false)
  const { deferIfOffline, forget } = useWhenOnline(send)

  // Counts down the seconds in the host's message.
  useEffect(() => {
    const seconds = /minute/i.test(response) ? 0 : Number(/(\d+) seconds/i.exec(response)?.[1] ?? 0)
    if (seconds === 0) return
    const timer = setTimeout(() => {
      setCounting(seconds > 1)
      setResponse(seconds > 1 ? response.replace(/\d+/, String(seconds - 1)) : 'You can send it again now.')
    }, 1000)
    return () => clearTimeout(timer)
  }, [response])

  async function send() {
    if (isPending) return
    if (deferIfOffline()) return setResponse(OFFLINE)
    setResponse('')
    setCounting(false)
    onSend()
    setPending(true)
    try {
      await callAccount('POST /auth/forgot-password', { email_or_phone: email })
      setResponse("We've sent a new code.")
    } catch (error) {
      setResponse(explainPasswordError(error, 'Failed to send reset link'))
    }
    setPending(false)
  }

  return {
    isPending,
    response,
    isCounting,
    send: () => void send(),
    /** Removes the response, and cancels a request that waits for the network. */
    clear() {
      forget()
      setResponse('')
      setCounting(false)
    },
  }
}

type ResendProps = Omit<ReturnType<typeof useResend>, 'clear'> & { hasEmail: boolean }

function Resend({ hasEmail, isPending, response, isCounting, send }: ResendProps) {
  return (
    <p className="text-center mt-3">
      {hasEmail ? (
        <>
          No code?
          <button type="button" className="btn btn-link" aria-disabled={isPending} onClick={send}>
            Send it again
          </button>
        </>
      ) : (
        <Link to={paths.forgotPassword}>Get a code</Link>
      )}
      {/* The seconds that count down are not announced. */}
      <span role="status" aria-live={isCounting ? 'off' : undefined} className="d-block">
        {response}
      </span>
    </p>
  )
}

/** Returns the digits of a text. Also reads full-width digits, which some keyboards type. */
const digitsOf = (text: string) => text.normalize('NFKC').replace(/\D/g, '')

type CodeInputProps = {
  code: string
  onChange: (code: string) => void
  invalid: boolean
  describedBy: string | undefined
}

/** Returns the boxes' elements and handlers. A pasted code fills all boxes; Backspace moves to the previous box. */
function useCodeBoxes(code: string, onChange: (code: string) => void) {
  const boxes = useRef<(HTMLInputElement | null)[]>([])

  useEffect(() => {
    if (code === '') boxes.current[0]?.focus()
  }, [code])

  function remove(index: number) {
    onChange(code.slice(0, index) + code.slice(index + 1))
    boxes.current[index]?.focus()
  }

  function put(index: number, typed: string) {
    const digits = digitsOf(typed)
    // Delete, Cut, and Backspace on keyboards that report no keys.
    if (typed === '') remove(index)
    if (digits === '') return
    // With two digits, the box still contains the earlier one, before or after the cursor.
    const digit = digits.length === 2 && digits[1] === code[index] ? digits[0] : digits.slice(-1)
    // Input of more than two digits is a pasted or autofilled code and fills all boxes.
    const next = digits.length > 2 ? digits : code.slice(0, index) + digit + code.slice(index + 1)
    const stored = next.slice(0, CODE_LENGTH)
    onChange(stored)
    boxes.current[
      Math.min(stored.length === code.length ? index + 1 : stored.length, CODE_LENGTH - 1)
    ]?.focus()
  }

  function onKeyDown(event: KeyboardEvent, index: number) {
    if (event.key === 'Backspace') {
      event.preventDefault()
      const at = code[index] === undefined ? index - 1 : index
      if (at >= 0) remove(at)
    } else if (event.key === 'ArrowLeft') boxes.current[index - 1]?.focus()
    else if (event.key === 'ArrowRight') boxes.current[index + 1]?.focus()
  }

  function onPaste(event: ClipboardEvent) {
    event.preventDefault()
    const digits = digitsOf(event.clipboardData.getData('text')).slice(0, CODE_LENGTH)
    if (digits === '') return
    onChange(digits)
    boxes.current[Math.min(digits.length, CODE_LENGTH - 1)]?.focus()
  }

  return { boxes, put, onKeyDown, onPaste }
}

/** One box per digit, without gaps. */
function CodeInput({ code, onChange, invalid, describedBy }: CodeInputProps) {
  const { boxes, put, onKeyDown, onPaste } = useCodeBoxes(code, onChange)
  return (
    <fieldset className="code-boxes d-flex gap-3 mb-3" aria-describedby={describedBy}>
      <legend>{CODE_LENGTH}-digit code</legend>
      {Array.from({ length: CODE_LENGTH }, (_, index) => (
        <input
          key={index}
          className="form-control"
          ref={(box) => {
            boxes.current[index] = box
          }}
          aria-label={`Digit ${index + 1} of ${CODE_LENGTH}`}
          aria-invalid={invalid || undefined}
          autoComplete={index === 0 ? 'one-time-code' : 'off'}
          inputMode="numeric"
          value={code[index] ?? ''}
          // React fires no change event if the typed digit equals the one in the box.
          onInput={(event) => put(index, event.currentTarget.value)}
          onChange={() => {}}
          onKeyDown={(event) => onKeyDown(event, index)}
          onPaste={onPaste}
          onFocus={(event) => event.target.select()}
        />
      ))}
    </fieldset>
  )
}
