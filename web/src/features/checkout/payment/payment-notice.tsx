import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useOwner, useToken } from '../../../api/session.ts'
import { phoneUrl } from '../../../config/contact-urls.ts'
import { paths } from '../../../config/paths.ts'
import { store } from '../../../config/store.ts'
import { customerQuery } from '../../../domain/customer.ts'
import { formatMoney } from '../../../domain/money.ts'
import { tryLock } from '../../../platform/locks.ts'
import { notify } from '../../../ui/feedback/notify.ts'
import { Dialog } from '../../../ui/overlay/lazy-overlay.tsx'
import { Link } from '../../../ui/page/link.tsx'
import { attempts, OPEN_ELSEWHERE, PAYMENT_LOCK, type PaymentAttempt, paidOrders } from './payments.ts'
import '../checkout.scss'

/** The notice for each outcome of an attempt. Adds to the toast of a pending payment instead of repeating it. */
const OUTCOMES: Record<NonNullable<PaymentAttempt['outcome']> | 'closed', (amount: string) => Outcome> = {
  pending: (amount) => ({
    title: `Your ${amount} is waiting for your approval.`,
    advice: 'Approve it on your phone, then come back here to finish your order.',
  }),
  unknown: (amount) => ({
    title: `We don't know yet whether your ${amount} went through.`,
    advice: 'If your phone or bank has confirmed it, you have paid. If it was declined, you paid nothing.',
  }),
  closed: (amount) => ({
    title: `Your payment of ${amount} isn't finished.`,
    advice: 'You paid nothing, unless your phone or bank has confirmed it. Your cart is safe.',
  }),
}
type Outcome = { title: string; advice: string }

function OutcomeText({ attempt }: { attempt: PaymentAttempt }) {
  const { title, advice } = OUTCOMES[attempt.outcome ?? 'closed'](formatMoney(attempt.amount))
  return (
    <>
      <strong>{title}</strong> {advice}
    </>
  )
}

export type PaymentNoticeProps = {
  onLeave?: () => void
  /** Whether the page is the log-in, without which the payment can't be continued. */
  isLogIn?: boolean
}

/**
 * A notice for all pages but the checkout: a paid order that the host does not have, or an attempt. Loads the
 * account if the customer is unknown, because payments belong to a customer.
 */
export function PaymentNotice({ onLeave, isLogIn = false }: PaymentNoticeProps) {
  const token = useToken()
  const isKnown = useOwner()?.id != null
  useQuery({ ...customerQuery(token), enabled: token !== null && !isKnown })
  const paidOrder = paidOrders.useOwn()
  const attempt = attempts.useOwn()
  if (paidOrder === null && attempt === null) return null
  return (
    <div className="notice pay-notice align-items-center flex-wrap small" role="status">
      <p>
        {paidOrder ? (
          <>
            You've paid <span className="money">{formatMoney(paidOrder.amount)}</span>, but we don't have your
            order yet. You won't be charged again.
          </>
        ) : (
          attempt && <OutcomeText attempt={attempt} />
        )}
      </p>
      {!isLogIn && (
        <Link className="btn btn-primary" to={paths.checkout} onClick={onLeave}>
          {paidOrder ? 'Finish your order' : 'Continue this payment'}
        </Link>
      )}
    </div>
  )
}

type AttemptProps = {
  attempt: PaymentAttempt
  /** The id of the text that explains what "Place Order" does. */
  explanationId: string
  /** Called once the notice, whose code loads late, has moved what is below it. */
  onShown: () => void
  /** Called when the shopper has stated that the payment was not charged. */
  onDiscard: () => void
}

/** The notice next to "Place Order" while there is an attempt. Only "Place Order" continues it. */
export function AttemptNotice({ attempt, explanationId, onShown, onDiscard }: AttemptProps) {
  const [isDiscarding, setDiscarding] = useState(false)
  const phone = store.phones[0]
  // Trap: newer browsers return a promise from scrollIntoView, which React would call when the notice is removed.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once per notice, not with every render of the page
  useEffect(() => {
    onShown()
  }, [])
  const discard = async () => {
    setDiscarding(false)
    const isFree = await tryLock(PAYMENT_LOCK, async () => attempts.remove(attempt.tx_ref))
    if (isFree) onDiscard()
    else notify('error', OPEN_ELSEWHERE)
  }
  return (
    <div className="notice pay-notice align-items-center flex-wrap small w-100 mb-0">
      {/* The toast announces a pending payment. */}
      <p role={attempt.outcome === 'pending' ? undefined : 'status'}>
        <OutcomeText attempt={attempt} />
      </p>
      <p id={explanationId}>Place Order continues this payment: you can't be charged twice.</p>
      <a className="link-button" href={phoneUrl(phone)}>
        Call {phone}
      </a>
      <button type="button" className="link-button" onClick={() => setDiscarding(true)}>
        Start again
      </button>
      <Dialog
        title="Start again?"
        open={isDiscarding}
        onClose={() => setDiscarding(false)}
        footer={
          <>
            <button type="button" className="btn btn-primary" onClick={() => setDiscarding(false)}>
              Keep this payment
            </button>
            <button type="button" className="btn btn-outline-secondary" onClick={() => void discard()}>
              I was not charged: pay again
            </button>
          </>
        }
      >
        <p>
          Check your messages first. If your <span className="money">{formatMoney(attempt.amount)}</span> was
          charged, starting again would charge you twice.
        </p>
      </Dialog>
    </div>
  )
}
