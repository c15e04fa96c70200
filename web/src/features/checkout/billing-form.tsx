import { Field, fieldsOf } from '../../ui/form/field.tsx'
import type { Billing, BillingErrors } from './billing.ts'

type Props = {
  billing: Billing
  errors: BillingErrors
  onChange: (change: Partial<Billing>) => void
  /** The delivery address; null if none is chosen. */
  address: string | null
  /** Whether the details are shown as lines, because they are known or the order is already paid. */
  readOnly: boolean
}

export function BillingForm({ billing, errors, onChange, address, readOnly }: Props) {
  const field = fieldsOf(billing, errors, onChange)
  return (
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
        hint={readOnly ? undefined : 'The payment provider will send its receipt here.'}
        autoComplete="email"
        inputMode="email"
      />
      <Field
        label="Phone"
        {...field('phone')}
        type="tel"
        readOnly={readOnly}
        hint={readOnly ? undefined : "For mobile money, use the number you'll pay from."}
        autoComplete="tel"
        inputMode="tel"
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
  )
}
