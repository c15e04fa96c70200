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
  return (
    <div className="notice d-grid" role="status">
      <p className="mb-0">
        <strong>
          We don't know yet whether your payment of{' '}
          <span className="money">{formatMoney(attempt.amount)}</span> went through.
        </strong>
        {/* Omitted next to a total, because phones have no space for it there. */}
        {onCheck || onLeave ? null : " Check it before you pay again, so that you aren't charged twice."}
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
