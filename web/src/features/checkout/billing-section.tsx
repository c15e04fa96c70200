import { type RefObject, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useDraft } from '../../domain/draft.ts'
import { focusFirstError } from '../../ui/form/use-submit.ts'
import { type Billing, billingErrors, billingOf, readBillingDraft } from './billing.ts'
import { BillingForm } from './billing-form.tsx'

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
      <BillingForm
        billing={form.billing}
        errors={isFixed ? {} : form.errors}
        onChange={form.change}
        address={address}
        readOnly={form.isKnown || isFixed}
      />
    </section>
  )
}
