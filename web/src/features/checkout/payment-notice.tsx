import { paths, phoneUrl } from '../../config/paths.ts'
import { store } from '../../config/store.ts'
import { formatMoney } from '../../domain/money.ts'
import { tryLock } from '../../platform/locks.ts'
import { notify } from '../../ui/feedback/notify.ts'
import { Link } from '../../ui/page/link.tsx'
import { attempts, OPEN_ELSEWHERE, PAYMENT_LOCK, paidOrders } from './payments.ts'

type Props = {
  /** Opens the payment window. If omitted, the notice links to the checkout page. */
  onCheck?: () => void
  /** Called when the shopper has stated that the payment was not charged. */
  onDiscard?: () => void
  onLeave?: () => void
}

/** The text before and after the amount, and what to do. */
const OUTCOMES = {
  pending: [
    'Waiting for you to approve ',
    ' on your phone.',
    "Once you have, press Check again. You won't be charged twice.",
  ],
  unfinished: [
    'Your payment of ',
    " isn't finished.",
    'If it was declined, nothing was charged: try again. If you approved it, check it first.',
  ],
  unknown: [
    "We don't know yet whether your payment of ",
    ' went through.',
    'You may have been charged. Check it or call us before you pay again.',
  ],
} as const

/** A notice about a paid order that hasn't reached the host, or about a payment with an unknown outcome. */
export function PaymentNotice({ onCheck, onDiscard, onLeave }: Props) {
  const paid = paidOrders.useOwn()
  const attempt = attempts.useOwn()
  if (paid) {
    return (
      <p className="notice">
        <span>
          You've paid <span className="money">{formatMoney(paid.amount)}</span>, but we don't have your order
          yet.{' '}
          <Link to={paths.checkout} onClick={onLeave}>
            Finish your order
          </Link>
          . You won't be charged again.
        </span>
      </p>
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
    <div className="notice d-grid" role="status">
      <p className="mb-0">
        <strong>
          {before}
          <span className="money">{formatMoney(attempt.amount)}</span>
          {after}
        </strong>
        {/* Omitted in the cart, because phones have no space for it there. */}
        {onLeave ? null : ` ${advice}`}
      </p>
      <div className="d-flex flex-wrap gap-2">
        {onCheck ? (
          <button type="button" className="btn btn-outline-secondary" onClick={onCheck}>
            Check again
          </button>
        ) : (
          <Link
            className="btn btn-outline-secondary"
            to={paths.checkout}
            state={{ checkPayment: true }}
            onClick={onLeave}
          >
            Check again
          </Link>
        )}
        <a className="btn btn-outline-secondary" href={phoneUrl(phone)}>
          Call {phone}
        </a>
        <button type="button" className="link-button" onClick={() => void discard()}>
          I was not charged: pay again
        </button>
      </div>
    </div>
  )
}
