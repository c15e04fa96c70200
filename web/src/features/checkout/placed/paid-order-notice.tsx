import { useState } from 'react'
import { phoneUrl } from '../../../config/contact-urls.ts'
import { store } from '../../../config/store.ts'
import { formatMoney } from '../../../domain/money.ts'
import { useIsOverdue } from '../../../ui/feedback/load-states.tsx'
import { Dialog } from '../../../ui/overlay/lazy-overlay.tsx'
import { type PaidOrder, paidOrders } from '../payment/payments.ts'

type Props = {
  paidOrder: PaidOrder
  /** Whether the host refused the order. Only staff can resolve this. */
  isRefused: boolean
  /** Whether the last attempt to send it has failed, which an error message explains. */
  hasFailed: boolean
  /** Whether the order is being sent. */
  isSending: boolean
}

/** Delay before the notice shows the phone number while the order is being sent, in milliseconds. */
const LONG_SENDING_MS = 10_000

/** Explains that the order is paid and that placing it charges nothing. */
export function PaidOrderNotice({ paidOrder, isRefused, hasFailed, isSending }: Props) {
  const [isConfirming, setConfirming] = useState(false)
  const isLong = useIsOverdue(isSending, LONG_SENDING_MS)
  const phone = store.phones[0]
  // Also after a reload.
  const mayKeepFailing = hasFailed || (paidOrder.isPosted === true && !isSending)
  return (
    <section className="notice d-block" aria-labelledby="finish-order">
      <h2 id="finish-order">{isSending ? 'Placing your order' : 'Finish your order'}</h2>
      {!hasFailed && (
        <p>
          You've already paid <strong className="money">{formatMoney(paidOrder.amount)}</strong>.{' '}
          {isSending
            ? 'Your order is being sent. Keep this page open.'
            : 'Tap Place Order to send us the order.'}{' '}
          You won't be charged again.
        </p>
      )}
      <p className="small muted mb-2">
        Payment reference {paidOrder.tx_ref}
        {isLong || mayKeepFailing ? null : (
          <>
            . Questions? Call <a href={phoneUrl(phone)}>{phone}</a>.
          </>
        )}
      </p>
      {isLong && (
        <p role="status">
          It's taking long. If you must leave, call <a href={phoneUrl(phone)}>{phone}</a> and quote the
          reference.
        </p>
      )}
      {mayKeepFailing && (
        <>
          <p className="mb-2">
            If it keeps failing, call us and quote the reference. We'll send your order or refund you. You can
            close this page: your payment is stored.
          </p>
          <div className="d-flex flex-wrap gap-2">
            <a className="btn btn-warning" href={phoneUrl(phone)}>
              Call {phone}
            </a>
            {isRefused && (
              <button type="button" className="btn btn-outline-secondary" onClick={() => setConfirming(true)}>
                I've settled this with the shop
              </button>
            )}
          </div>
        </>
      )}
      <ForgetDialog paidOrder={paidOrder} open={isConfirming} onClose={() => setConfirming(false)} />
    </section>
  )
}

type ForgetProps = { paidOrder: PaidOrder; open: boolean; onClose: () => void }

/** Confirms the removal of a paid order that the host has refused. */
function ForgetDialog({ paidOrder, open, onClose }: ForgetProps) {
  return (
    <Dialog
      title="Have you settled it with the shop?"
      open={open}
      onClose={onClose}
      footer={
        <>
          <button type="button" className="btn btn-outline-secondary" onClick={onClose}>
            Keep payment
          </button>
          <button
            type="button"
            className="btn btn-danger"
            onClick={() => paidOrders.remove(paidOrder.tx_ref)}
          >
            Forget payment
          </button>
        </>
      }
    >
      <p>
        We'll forget the payment of <span className="money">{formatMoney(paidOrder.amount)}</span> (reference{' '}
        {paidOrder.tx_ref}) and charge your next order. Do this only if the shop has confirmed that it's
        settled.
      </p>
    </Dialog>
  )
}
