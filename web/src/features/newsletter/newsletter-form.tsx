import { ApiError, errorMessage } from 'contracts/client'
import { useState } from 'react'
import { call } from '../../api/api.ts'
import { notify } from '../../ui/feedback/notify.ts'
import { OFFLINE, useSubmit } from '../../ui/form/use-submit.ts'

/** The newsletter form in the footer. Its toasts appear at the bottom of the page. */
export function NewsletterForm() {
  const [email, setEmail] = useState('')
  const { error, pending, fail, awaitsNetwork, submitting } = useSubmit('footer')

  const submit = submitting(async () => {
    const address = email.trim()
    if (address === '') return fail('Please enter a valid email address')
    if (awaitsNetwork()) return
    try {
      // The format isn't validated, as specified.
      const body = await call('POST /newsletter/subscribe', { body: { email: address } })
      notify(errorMessage(body) ?? 'Subscribed successfully!', { kind: 'success', place: 'footer' })
      setEmail('')
    } catch (cause) {
      const message = cause instanceof ApiError ? errorMessage(cause.body) : null
      fail(message ?? 'Failed to subscribe. Please try again.')
    }
  })

  return (
    <form data-boot="newsletter" className="newsletter" onSubmit={submit} noValidate>
      <label htmlFor="newsletter-email">Your email</label>
      <div className="newsletter-row d-flex flex-wrap gap-2">
        <input
          id="newsletter-email"
          className="form-control"
          type="email"
          name="email"
          autoComplete="email"
          autoCapitalize="off"
          enterKeyHint="send"
          value={email}
          onChange={(event) => setEmail(event.target.value)}
        />
        <button type="submit" className="btn btn-warning" aria-disabled={pending}>
          {pending ? 'Subscribing...' : 'Get our daily newsletter'}
        </button>
      </div>
      {/* Also shown on the page, because the code for toasts may have failed to load. */}
      {error?.text === OFFLINE && <p role="status">{OFFLINE}</p>}
    </form>
  )
}
