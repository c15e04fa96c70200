import { useState } from 'react'
import { store } from '../../config/store.ts'
import { formatMoney } from '../../domain/money.ts'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import { type PaidOrder, paidOrders } from './payments.ts'

type Props = {
  paid: PaidOrder
  /** The host has refused this order, so that a person has to settle it. */
  refused: boolean
  /** A message beside this one already says what pressing the button does. */
  brief: boolean
}

/** Beside the button: this order is paid, and pressing it charges nothing. */
export function FinishOrder({ paid, refused, brief }: Props) {
  const [requesting, setRequesting] = useState(false)
  const phone = store.phones[0]
  return (
    <section className="finish-order" aria-labelledby="finish-order">
      <h2 id="finish-order">Finish your order</h2>
      {!brief && (
        <p>
          You have already paid <strong className="money">{formatMoney(paid.amount)}</strong>. Place Order
          sends the order for that payment. You will not be charged again.
        </p>
      )}
      <p className="small muted">Payment reference {paid.tx_ref}</p>
      {refused && (
        <>
          <p>
            If it keeps failing, call <a href={`tel:${phone.replaceAll(' ', '')}`}>{phone}</a> and tell us the
            reference: we send your books or your money.
          </p>
          <button type="button" className="btn btn-outline-secondary" onClick={() => setRequesting(true)}>
            This is settled with the shop
          </button>
        </>
      )}
      <Dialog
        title="Settled with the shop?"
        open={requesting}
        onClose={() => setRequesting(false)}
        footer={
          <>
            <button type="button" className="btn btn-outline-secondary" onClick={() => setRequesting(false)}>
              Keep it
            </button>
            <button type="button" className="btn btn-danger" onClick={() => paidOrders.remove(paid.tx_ref)}>
              Yes, forget this payment
            </button>
          </>
        }
      >
        <p>
          This page then forgets the payment of {formatMoney(paid.amount)} (reference {paid.tx_ref}), and your
          next order is charged again. Do it only when the shop has confirmed that it is settled.
        </p>
      </Dialog>
    </section>
  )
}
