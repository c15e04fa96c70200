import { ApiError, errorMessage } from 'contracts/client'
import { useId, useRef, useState } from 'react'
import { useToken } from '../../api/session.ts'
import { paths } from '../../config/paths.ts'
import { useDraft } from '../../domain/draft.ts'
import { notify } from '../../ui/feedback/notify.ts'
import { Field, FormError, fieldsOf } from '../../ui/form/field.tsx'
import { focusFirstError, useSubmit } from '../../ui/form/use-submit.ts'
import { Link } from '../../ui/page/link.tsx'
import {
  REQUIRED_MESSAGES,
  readSpecialOrderDraft,
  type SpecialOrderDraft,
  specialOrderErrors,
  useSendSpecialOrder,
} from './request.ts'

const SENT = 'Your special order request has been submitted successfully!'

type Props = {
  /** Called with the stored draft when the form opens. Returns the draft to show. */
  onOpen: (stored: SpecialOrderDraft) => SpecialOrderDraft
  /** The name of the sold-out product for a pre-order; '' if there is none. */
  wanted: string
}

/** The special-order form. Typed text is stored until the form is sent. */
export function SpecialOrderForm({ onOpen, wanted }: Props) {
  const [draft, change, clear] = useDraft('specialOrderDraft', readSpecialOrderDraft, onOpen)
  const [submitted, setSubmitted] = useState(false)
  const [sent, setSent] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const method = useId()
  const anonymous = useToken() === null
  const send = useSendSpecialOrder()
  const { error, pending, fail, awaitsNetwork, submitting } = useSubmit()
  const errors = submitted ? specialOrderErrors(draft) : {}

  const submit = submitting(async () => {
    setSubmitted(true)
    setSent(false)
    const found = specialOrderErrors(draft)
    if (Object.keys(found).length > 0) {
      const isMissing = Object.values(found).some((message) => REQUIRED_MESSAGES.includes(message))
      fail(isMissing ? 'Please fill in all required fields.' : 'Please check the marked fields.')
      return focusFirstError(form.current)
    }
    if (awaitsNetwork()) return
    try {
      await send.mutateAsync(draft)
      setSubmitted(false)
      setSent(true)
      clear()
      notify('success', SENT)
    } catch (cause) {
      fail(
        cause instanceof ApiError
          ? (errorMessage(cause.body) ?? 'Something went wrong. Please try again.')
          : 'Error submitting the order. Please try again.',
      )
    }
  })

  const field = fieldsOf(draft, errors, change)
  const byEmail = draft.preferred_contact_method === 'Email'

  return (
    <form className="sheet quiet-form" ref={form} onSubmit={submit} noValidate>
      {sent && (
        <p className="notice notice-success" role="status">
          {SENT}
        </p>
      )}
      {wanted !== '' && !sent && (
        <p className="strong mb-3">{`Tell us how to reach you and we'll order ${wanted} for you.`}</p>
      )}
      {anonymous && (
        <p className="notice">
          <span>
            A special order needs an account. <Link to={paths.account}>Log in or register</Link> first, or
            fill this in now. We'll keep what you type.
          </span>
        </p>
      )}
      <FormError error={error}>
        {anonymous && (
          <span>
            <Link to={paths.account}>Log in</Link> and come back. We've kept what you typed.
          </span>
        )}
      </FormError>
      <h2>How can we reach you?</h2>
      <div className="field-pair">
        <Field label="Full name" {...field('customer_name')} autoComplete="name" required />
        <Field
          label="Phone"
          {...field('phone_number')}
          type="tel"
          autoComplete="tel"
          inputMode="tel"
          required
        />
      </div>
      <div className="field">
        <label htmlFor={method}>Preferred contact method</label>
        <select
          id={method}
          className="form-select"
          value={draft.preferred_contact_method}
          onChange={(event) =>
            change({ preferred_contact_method: event.target.value === 'WhatsApp' ? 'WhatsApp' : 'Email' })
          }
        >
          <option>Email</option>
          <option>WhatsApp</option>
        </select>
      </div>
      <Field
        label="Contact info"
        {...field('contact_info')}
        hint={byEmail ? 'Your email address.' : 'Your WhatsApp number.'}
        autoComplete={byEmail ? 'email' : 'tel'}
        inputMode={byEmail ? 'email' : 'tel'}
        required
      />
      <h2>What are you looking for?</h2>
      <Field label="Item name" {...field('item_name')} autoComplete="off" required />
      <Field
        label="Details"
        {...field('order_details')}
        hint="Author, publisher, edition, size or colour, if you know them."
        multiline
        required
      />
      <Field label="Quantity" {...field('quantity')} type="number" min={1} inputMode="numeric" required />
      <Field label="Customizations (optional)" {...field('customizations')} multiline rows={2} />
      <button type="submit" className="btn btn-primary w-100" aria-disabled={pending}>
        {pending ? 'Sending...' : 'Submit request'}
      </button>
    </form>
  )
}
