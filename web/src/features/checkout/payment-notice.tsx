import { paths, phoneUrl } from '../../config/paths.ts'
import { store } from '../../config/store.ts'
import { formatMoney } from '../../domain/money.ts'
import { tryLock } from '../../platform/locks.ts'
import { notify } from '../../ui/feedback/notify.ts'
import { Link } from '../../ui/page/link.tsx'
import './checkout.scss'
import { attempts, OPEN_ELSEWHERE, PAYMENT_LOCK, paidOrders } from './payments.ts'

type Props = {
  /** Opens the payment window. If omitted, the notice only links to the checkout page. */
  onCheck?: () => void
  /** Called when the shopper has stated that the payment was not charged. */
  onDiscard?: () => void
  onLeave?: () => void
}

/** The text before and after the amount, and what to do. At most two lines on a phone. */
const OUTCOMES = {
  pending: ['Waiting for you to approve ', ' on your phone.', 'Then tap Check again.'],
  unfinished: ['Your payment of ', " isn't finished.", 'Check it before you pay again.'],
  unknown: ["We don't know yet whether your ", ' went through.', 'You may have been charged.'],
} as const

/** A notice about a paid order that hasn't reached the host, or about a payment with an unknown outcome. */
export function PaymentNotice({ onCheck, onDiscard, onLeave }: Props) {
  const paid = paidOrders.useOwn()
  const attempt = attempts.useOwn()
  if (paid) {
    return (
      <div className="notice pay-notice small">
        <p>
          You've paid <span className="money">{formatMoney(paid.amount)}</span>, but we don't have your order
          yet. You won't be charged again.
        </p>
        <Link className="btn btn-primary" to={paths.checkout} onClick={onLeave}>
          Finish your order
        </Link>
      </div>
    )
  }
  if (attempt === null) return null

  const discard = async () => {
    const isFree = await tryLock(PAYMENT_LOCK, async () => attempts.remove(attempt.tx_ref))
    if (isFree) onDiscard?.()
    else notify('error', OPEN_ELSEWHERE)
  }
  const phone = store.phones[0]
  const [before, after, advice] = OUTCOMES[attempt.outcome ?? 'unfinished']
  return (
    <div className={`notice pay-notice small${onCheck ? ' w-100 mb-0' : ''}`} role="status">
      <p>
        <strong>
          {before}
          <span className="money">{formatMoney(attempt.amount)}</span>
          {after}
        </strong>{' '}
        {advice}
      </p>
      {onCheck ? (
        <>
          <button type="button" className="btn btn-primary" onClick={onCheck}>
            Check again
          </button>
          <a className="link-button" href={phoneUrl(phone)}>
            Call {phone}
          </a>
          <button type="button" className="link-button" onClick={() => void discard()}>
            I was not charged: pay again
          </button>
        </>
      ) : (
        <Link
          className="btn btn-primary"
          to={paths.checkout}
          state={{ checkPayment: true }}
          onClick={onLeave}
        >
          Check again
        </Link>
      )}
    </div>
  )
}
