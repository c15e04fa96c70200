import { useState } from 'react'
import { formatMoney } from '../domain/money.ts'
import { balanceOf, type Transaction } from '../features/gift-card/gift-card.ts'
import { PurchaseForm } from '../features/gift-card/purchase-form.tsx'
import { RedeemForm } from '../features/gift-card/redeem-form.tsx'
import { PageHead } from '../ui/page/page-head.tsx'
import '../ui/form/forms.scss'
import '../ui/page/quiet.scss'

const moment = new Intl.DateTimeFormat('en-GB', {
  dateStyle: 'medium',
  timeStyle: 'short',
  timeZone: 'Africa/Kampala',
})

/** A preview of gift cards. Sends no requests and stores nothing. */
export function GiftCardPage() {
  const [transactions, setTransactions] = useState<Transaction[]>([])
  const add = (type: Transaction['type']) => (amount: number) =>
    setTransactions([{ type, amount, date: new Date() }, ...transactions])

  return (
    <div className="shell page">
      <PageHead title="Gift Cards">
        <p className="gift-balance">
          Balance <strong className="money">{formatMoney(balanceOf(transactions))}</strong>
        </p>
      </PageHead>
      <p className="muted">Preview: nothing is charged and no card is sent.</p>
      <div className="quiet-columns">
        <PurchaseForm onPurchase={add('purchase')} />
        <div className="gift-side">
          <RedeemForm onRedeem={add('redeem')} />
          <section className="sheet" aria-labelledby="history">
            <h2 id="history">Transaction history</h2>
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
                      <td>{moment.format(date)}</td>
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
