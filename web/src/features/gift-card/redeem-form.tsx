import { useState } from 'react'
import { formatMoney } from '../../domain/money.ts'
import { notify } from '../../ui/feedback/notify.ts'
import { Field } from '../../ui/form/field.tsx'
import { useSubmit } from '../../ui/form/use-submit.ts'
import { redeemValue } from './gift-card.ts'

export function RedeemForm({ onRedeem }: { onRedeem: (amount: number) => void }) {
  const [code, setCode] = useState('')
  const { error, fail, submitting } = useSubmit()

  const submit = submitting(() => {
    const value = redeemValue(code)
    if (value === null) return fail('Invalid gift card code.')
    setCode('')
    onRedeem(value)
    notify(`${formatMoney(value)} added to your balance.`, { kind: 'success' })
  })

  return (
    <form className="sheet quiet-form" onSubmit={submit} noValidate aria-labelledby="redeem">
      <h2 id="redeem">Redeem a gift card</h2>
      <Field
        label="Gift card code"
        name="code"
        value={code}
        onChange={setCode}
        error={error?.text}
        autoComplete="off"
      />
      <button type="submit" className="btn btn-outline-secondary w-100">
        Redeem
      </button>
    </form>
  )
}
