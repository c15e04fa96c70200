import { type RefObject, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useDraft } from '../../domain/draft.ts'
import { Field, fieldsOf } from '../../ui/form/field.tsx'
import { focusFirstError } from '../../ui/form/use-submit.ts'
import { type Billing, billingErrors, billingOf, readBillingDraft } from './billing.ts'

/** The payer's details: the account's, overridden by the shopper's changes. */
export function useBilling(profile: Partial<Billing> | null | undefined, isLoading: boolean) {
  const [changed, change] = useDraft('billingDraft', readBillingDraft)
  const [isChecked, setChecked] = useState(false)
  const [isEditing, setEditing] = useState(false)
  const section = useRef<HTMLElement>(null)
  const billing = billingOf(changed, profile)
  const errors = billingErrors(billing)
  return {
    changed,
    billing,
    section,
    errors: isChecked ? errors : {},
    /** Whether the details are complete and shown as lines. */
    isKnown: !isEditing && (isLoading || Object.keys(errors).length === 0),
    change(part: Partial<Billing>) {
      setEditing(true)
      change(part)
    },
    edit() {
      flushSync(() => setEditing(true))
      section.current?.querySelector('input')?.focus()
    },
    showErrors() {
      flushSync(() => setChecked(true))
      focusFirstError(section.current)
    },
  }
}

type Props = {
  billing: ReturnType<typeof useBilling>
  /** The delivery address; null if none is chosen. */
  address: string | null
  /** Whether the order is paid or a payment is unfinished. If so, its payer can't change. */
  isFixed: boolean
}

export function BillingSection({ billing: form, address, isFixed }: Props) {
  const readOnly = form.isKnown || isFixed
  const field = fieldsOf(form.billing, isFixed ? {} : form.errors, form.change)
  return (
    <section className="sheet" aria-labelledby="billing" ref={form.section as RefObject<HTMLElement>}>
      <div className="plain-head">
        <h2 id="billing">Billing details</h2>
        {form.isKnown && !isFixed ? (
          <button type="button" className="link-button" onClick={form.edit}>
            Edit
          </button>
        ) : null}
      </div>
      {/* Details that are known or already paid for are shown as lines. */}
      <div className={readOnly ? 'checkout-known' : undefined}>
        <div className={readOnly ? undefined : 'field-pair'}>
          <Field label="First name" {...field('f_name')} readOnly={readOnly} autoComplete="given-name" />
          <Field label="Last name" {...field('l_name')} readOnly={readOnly} autoComplete="family-name" />
        </div>
        <Field
          label="Email"
          {...field('email')}
          type="email"
          readOnly={readOnly}
          hint={readOnly ? undefined : 'Your receipt will be sent here.'}
          autoComplete="email"
        />
        <Field
          label="Phone"
          {...field('phone')}
          type="tel"
          readOnly={readOnly}
          hint={readOnly ? undefined : "For mobile money, use the number you'll pay from."}
          autoComplete="tel"
        />
        {address === null ? null : (
          <Field
            label="Address"
            name="address"
            value={address}
            onChange={() => {}}
            readOnly
            multiline={address.length > 40}
            rows={2}
          />
        )}
      </div>
    </section>
  )
}
