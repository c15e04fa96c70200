import { ApiError, errorMessage } from 'contracts/client'
import { type FormEvent, useState } from 'react'
import { notify } from '../../ui/notify.ts'
import { useSubscribe } from './queries.ts'

/** The footer's newsletter: one field, one button, its messages at the foot of the page. */
export function NewsletterForm() {
  const [email, setEmail] = useState('')
  const subscribe = useSubscribe()

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (subscribe.isPending) return
    const address = email.trim()
    if (address === '') {
      notify('Please enter a valid email address', { kind: 'error', place: 'footer' })
      return
    }
    subscribe.mutate(address, {
      onSuccess: (body) => {
        notify(errorMessage(body) ?? 'Subscribed successfully!', { kind: 'success', place: 'footer' })
        setEmail('')
      },
      onError: (error) => {
        const said = error instanceof ApiError ? errorMessage(error.body) : null
        notify(said ?? 'Failed to subscribe. Please try again.', { kind: 'error', place: 'footer' })
      },
    })
  }

  return (
    <form className="newsletter" onSubmit={submit} noValidate>
      <label htmlFor="newsletter-email">Your email</label>
      <div className="newsletter-row">
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
        <button type="submit" className="btn btn-warning" aria-disabled={subscribe.isPending}>
          {subscribe.isPending ? 'Subscribing...' : 'Get our daily newsletter'}
        </button>
      </div>
    </form>
  )
}
