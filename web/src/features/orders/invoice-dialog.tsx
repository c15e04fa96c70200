import { useEffect, useState } from 'react'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import { Invoice } from './invoice.tsx'
import type { ShopOrder } from './order.ts'

type Props = {
  order: ShopOrder | null
  onClose: () => void
  /** Prints as soon as it is there. */
  prints?: boolean
}

/** The invoice over the page, to read and to print. */
export function InvoiceDialog({ order, onClose, prints = false }: Props) {
  // The last order stays drawn while the dialog fades away.
  const [last, setLast] = useState(order)
  useEffect(() => {
    if (order) setLast(order)
  }, [order])
  const drawn = order ?? last
  return (
    <Dialog
      title={drawn ? `Invoice of order ${drawn.id}` : 'Invoice'}
      open={order !== null}
      onClose={onClose}
      onEntered={prints ? () => window.print() : undefined}
      size="lg"
      footer={
        <>
          <button type="button" className="btn btn-outline-secondary" onClick={onClose}>
            Close
          </button>
          <button type="button" className="btn btn-primary" onClick={() => window.print()}>
            Print
          </button>
        </>
      }
    >
      {drawn && <Invoice order={drawn} />}
    </Dialog>
  )
}
