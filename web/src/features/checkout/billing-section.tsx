import { type RefObject, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useDraft } from '../../domain/draft.ts'
import { bindFields, Field } from '../../ui/form/field.tsx'
import { focusFirstError } from '../../ui/form/use-submit.ts'
import { Skeleton } from '../../ui/loading/placeholders.tsx'
import { type Billing, billingOf, findBillingErrors, readBilling } from './billing.ts'

type Account = {
  data: Partial<Billing> | null | undefined
  isLoading: boolean
  isError: boolean
  refetch: () => unknown
}

/** Returns the payer's details: the account's, overridden by the shopper's changes. */
export function useBilling({ data, isLoading, isError, refetch }: Account) {
  const [changed, change] = useDraft('billingDraft', readBilling)
  const [isChecked, setChecked] = useState(false)
  const [isEditing, setEditing] = useState(false)
  const section = useRef<HTMLElement>(null)
  const billing = billingOf(changed, data)
  const errors = findBillingErrors(billing)
  return {
    changed,
    billing,
    section,
    errors: isChecked ? errors : {},
    /** Whether the details are complete and shown as lines, or will be. */
    isCollapsed: !isEditing && (isLoading || Object.keys(errors).length === 0),
    isLoading,
    isError,
    load() {
      setEditing(false)
      void refetch()
    },
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
  /** Whether the order is paid or belongs to an attempt. If so, its payer can't change. */
  isFixed: boolean
}

export function BillingSection({ billing: form, address, isFixed }: Props) {
  const readOnly = form.isCollapsed || isFixed
  const bind = bindFields(form.billing, form.errors, form.change)
  const field = (name: keyof Billing) => ({ ...bind(name), readOnly })
  return (
    <section className="sheet" aria-labelledby="billing" ref={form.section as RefObject<HTMLElement>}>
      <div className="plain-head">
        <h2 id="billing">Billing details</h2>
        {/* An account that fails to load is not mentioned: docs/literal.md. */}
        {!isFixed && (form.isCollapsed || form.isError) && (
          <button type="button" className="link-button" onClick={form.isCollapsed ? form.edit : form.load}>
            {form.isCollapsed ? 'Edit' : 'Load my details'}
          </button>
        )}
      </div>
      {/* Details that are known or already paid for are shown as lines. */}
      <div className={readOnly ? 'checkout-known' : undefined}>
        {form.isCollapsed && form.isLoading ? (
          <Skeleton height="7rem" />
        ) : (
          <>
            <div className={readOnly ? undefined : 'field-pair'}>
              <Field label="First name" {...field('f_name')} autoComplete="given-name" />
              <Field label="Last name" {...field('l_name')} autoComplete="family-name" />
            </div>
            <Field
              label="Email"
              {...field('email')}
              type="email"
              hint="Your receipt will be sent here."
              autoComplete="email"
            />
            <Field
              label="Phone"
              {...field('phone')}
              type="tel"
              hint="Optional. For mobile money, use the number you'll pay from."
              autoComplete="tel"
            />
          </>
        )}
        {address === null ? null : (
          <Field label="Address" name="address" value={address} onChange={() => {}} readOnly />
        )}
      </div>
    </section>
  )
}
