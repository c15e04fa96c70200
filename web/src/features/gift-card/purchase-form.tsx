import { useState } from 'react'
import { formatMoney } from '../../domain/money.ts'
import { notify } from '../../ui/feedback/notify.ts'
import { Field } from '../../ui/form/field.tsx'
import { FormError } from '../../ui/form/form-error.tsx'
import { useSubmit } from '../../ui/form/use-submit.ts'
import { type AmountChoice, giftCard, readAmount } from './gift-card.ts'

export function PurchaseForm({ onPurchase }: { onPurchase: (amount: number) => void }) {
  const [choice, setChoice] = useState<AmountChoice>(null)
  const [way, setWay] = useState<'Email' | 'WhatsApp'>('Email')
  const { error, fail, clearError, submitting } = useSubmit()
  const isCustom = choice !== null && 'typed' in choice

  const submit = submitting(() => {
    const read = readAmount(choice)
    if ('error' in read) return fail(read.error)
    setChoice(null)
    onPurchase(read.amount)
    notify(`Gift card of ${formatMoney(read.amount)} sent by ${way}.`, { kind: 'success' })
  })

  function choose(next: AmountChoice) {
    setChoice(next)
    clearError()
  }

  return (
    <form className="sheet quiet-form" onSubmit={submit} noValidate aria-labelledby="purchase">
      <h2 id="purchase">Buy a gift card</h2>
      <fieldset className="gift-amounts">
        <legend>Amount</legend>
        {giftCard.presets.map((preset) => (
          <label key={preset}>
            <input
              type="radio"
              name="amount"
              checked={choice !== null && 'preset' in choice && choice.preset === preset}
              onChange={() => choose({ preset })}
            />
            <span className="money">{formatMoney(preset)}</span>
          </label>
        ))}
        <label>
          <input type="radio" name="amount" checked={isCustom} onChange={() => choose({ typed: '' })} />
          <span>Other</span>
        </label>
      </fieldset>
      {isCustom && (
        <Field
          label="Your amount in UGX"
          name="own_amount"
          type="number"
          min={1}
          inputMode="numeric"
          value={choice.typed}
          onChange={(typed) => choose({ typed })}
        />
      )}
      <FormError error={error} />
      <fieldset className="gift-amounts">
        <legend>Send it by</legend>
        {(['Email', 'WhatsApp'] as const).map((each) => (
          <label key={each}>
            <input type="radio" name="way" checked={way === each} onChange={() => setWay(each)} />
            <span>{each}</span>
          </label>
        ))}
      </fieldset>
      <button type="submit" className="btn btn-primary w-100">
        Purchase
      </button>
    </form>
  )
}
