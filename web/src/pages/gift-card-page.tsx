import { useState } from 'react'
import { storeTexts } from '../config/store-texts.ts'
import { useOwnedState } from '../domain/draft.ts'
import { formatMoney } from '../domain/money.ts'
import { kampalaTime } from '../platform/intl.ts'
import { notify } from '../ui/feedback/notify.ts'
import { Field, FormError } from '../ui/form/field.tsx'
import { useSubmit } from '../ui/form/use-submit.ts'
import { PageHead } from '../ui/page/page-head.tsx'
import '../ui/form/forms.scss'
import '../ui/page/quiet.scss'

const moment = kampalaTime({
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
})

/** In shillings. */
const PRESETS = [100_000, 200_000, 300_000, 500_000, 1_000_000]

/** The only valid code and its value in shillings. */
const CODE: string = storeTexts.giftCode
const CODE_VALUE = 50

/** A purchase or redemption. Transactions are lost when the page is left. Amounts are in shillings. */
type Transaction = { type: 'purchase' | 'redeem'; amount: number; date: Date }

/** A preview of gift cards. Sends no requests and stores nothing. */
export default function GiftCardPage() {
  const [transactions, setTransactions] = useOwnedState<Transaction[]>([])
  const balance = transactions.reduce((sum, { amount }) => sum + amount, 0)
  const add = (type: Transaction['type']) => (amount: number) =>
    setTransactions([{ type, amount, date: new Date() }, ...transactions])

  return (
    <div className="shell page">
      <PageHead title="Gift Cards">
        <p>
          Balance <strong className="money">{formatMoney(balance)}</strong>
        </p>
      </PageHead>
      <p className="muted mb-3">Preview: nothing is charged and no card is sent.</p>
      <div className="page-columns">
        <PurchaseForm onPurchase={add('purchase')} />
        <div className="d-grid gap-3">
          <RedeemForm onRedeem={add('redeem')} />
          <section className="sheet" aria-labelledby="history">
            <h2 id="history" className="h3">
              Transaction history
            </h2>
            {transactions.length === 0 ? (
              <p className="muted">No transactions yet.</p>
            ) : (
              <table className="ruled-table">
                <thead>
                  <tr>
                    <th scope="col">Type</th>
                    <th scope="col">Date</th>
                    <th scope="col" className="money">
                      Amount
                    </th>
                  </tr>
                </thead>
                <tbody>
                  {transactions.map(({ type, amount, date }, index) => (
                    <tr key={transactions.length - index}>
                      <td>{type === 'purchase' ? 'Purchase' : 'Redeem'}</td>
                      <td>{moment(date.getTime())}</td>
                      <td className="money">{formatMoney(amount)}</td>
                    </tr>
                  ))}
                </tbody>
              </table>
            )}
          </section>
        </div>
      </div>
    </div>
  )
}

/** A preset in shillings or the typed amount; null if neither is chosen. */
type AmountChoice = number | string | null

function PurchaseForm({ onPurchase }: { onPurchase: (amount: number) => void }) {
  const [choice, setChoice] = useState<AmountChoice>(null)
  const [way, setWay] = useState<'Email' | 'WhatsApp'>('Email')
  const { error, fail, clearError, handleSubmit } = useSubmit(null)

  const submit = handleSubmit(() => {
    const read = readGiftAmount(choice)
    if ('error' in read) return fail(read.error)
    setChoice(null)
    onPurchase(read.amount)
    notify('success', `Preview: a gift card of ${formatMoney(read.amount)} would now be sent by ${way}.`)
  })

  function choose(next: AmountChoice) {
    setChoice(next)
    clearError()
  }

  return (
    <form className="sheet" onSubmit={submit} noValidate aria-labelledby="purchase">
      <h2 id="purchase">Buy a gift card</h2>
      <AmountFields choice={choice} onChoose={choose} />
      <fieldset className="gift-amounts">
        <legend className="mb-0">Send it by</legend>
        {(['Email', 'WhatsApp'] as const).map((each) => (
          <label key={each} className="choice-card">
            <input type="radio" name="way" checked={way === each} onChange={() => setWay(each)} />
            <span>{each}</span>
          </label>
        ))}
      </fieldset>
      <FormError error={error} />
      <button type="submit" className="btn btn-primary w-100">
        Purchase
      </button>
    </form>
  )
}

type AmountProps = { choice: AmountChoice; onChoose: (choice: AmountChoice) => void }

function AmountFields({ choice, onChoose }: AmountProps) {
  const isCustom = typeof choice === 'string'
  return (
    <>
      <fieldset className="gift-amounts">
        <legend className="mb-0">Amount</legend>
        {PRESETS.map((preset) => (
          <label key={preset} className="choice-card">
            <input type="radio" name="amount" checked={choice === preset} onChange={() => onChoose(preset)} />
            <span className="money">{formatMoney(preset)}</span>
          </label>
        ))}
        <label className="choice-card">
          <input type="radio" name="amount" checked={isCustom} onChange={() => onChoose('')} />
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
          value={choice}
          onChange={onChoose}
        />
      )}
    </>
  )
}

function RedeemForm({ onRedeem }: { onRedeem: (amount: number) => void }) {
  const [code, setCode] = useState('')
  const { error, fail, handleSubmit } = useSubmit(null)

  const submit = handleSubmit(() => {
    if (code.trim() !== CODE) return fail('Invalid gift card code.')
    setCode('')
    onRedeem(CODE_VALUE)
    notify('success', `${formatMoney(CODE_VALUE)} added to your balance.`)
  })

  return (
    <form className="sheet" onSubmit={submit} noValidate aria-labelledby="redeem">
      <h2 id="redeem" className="h3">
        Redeem a gift card
      </h2>
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

/** Returns the amount in shillings, or an error message. */
export function readGiftAmount(choice: AmountChoice): { amount: number } | { error: string } {
  if (typeof choice === 'number') return { amount: choice }
  const typed = choice?.trim() ?? ''
  const amount = Number(typed)
  if (typed === '' || !Number.isFinite(amount)) return { error: 'Please select or enter an amount.' }
  if (amount <= 0) return { error: 'Amount must be greater than zero.' }
  return Number.isSafeInteger(amount)
    ? { amount }
    : { error: 'Please enter a whole number of shillings, 1 or more.' }
}
