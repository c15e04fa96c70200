import { useState } from 'react'
import { store } from '../../config/store.ts'
import { storeTexts } from '../../config/store-texts.ts'
import { usePickupPoint } from '../../domain/host-config.ts'
import { formatSelections } from '../../domain/line-selections.ts'
import { formatMoney, formatPrice } from '../../domain/money.ts'
import { Dialog } from '../../ui/overlay/lazy-overlay.tsx'
import { type Buyer, labelOf, type ShopOrder } from './order.ts'
import { DetailRow, OrderSums } from './order-sums.tsx'
import '../../ui/page/print-sheet.scss'
import './invoice.scss'

type Props = { open: boolean; order: ShopOrder | null; buyer: Buyer; onClose: () => void }

export function InvoiceDialog({ open, order, buyer, onClose }: Props) {
  return (
    <Dialog
      title={`Invoice for order ${order?.id}`}
      open={open}
      onClose={onClose}
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
      {order && <Invoice order={order} buyer={buyer} />}
    </Dialog>
  )
}

const { thanks } = storeTexts

function Invoice({ order, buyer }: { order: ShopOrder; buyer: Buyer }) {
  const { address: shop } = usePickupPoint()
  return (
    <article
      className="print-sheet on-paper invoice"
      aria-label={`Invoice for order ${order.id}`}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: on a small screen it scrolls, and has nothing else to focus.
      tabIndex={0}
    >
      <header>
        <div>
          <p className="print-sheet-shop">{store.name}</p>
          <p>{store.tagline}</p>
          <p>{store.phones.join(' · ')}</p>
          <p>{store.email}</p>
        </div>
        <dl>
          <DetailRow name="Invoice No." value={`INV-${order.id}`} />
          <DetailRow name="Order" value={`#${order.id}`} />
          <DetailRow name="Date" value={order.updatedOn} />
          <DetailRow name="Status" value={labelOf(order.status)} />
          <DetailRow name="Payment" value={order.method} />
        </dl>
      </header>
      <Watermark text={labelOf(order.status).toUpperCase()} />
      <dl className="invoice-address">
        {buyer.name === '' ? null : (
          <DetailRow name="Buyer" value={[buyer.name, buyer.phone].filter(Boolean).join(', ')} />
        )}
        {order.isPickup ? <DetailRow name="Pickup" value={`${shop}, ${store.hours}`} /> : null}
        <DetailRow name="Delivery address" value={order.address} />
        {order.note === '' ? null : <DetailRow name="Delivery note" value={order.note} />}
      </dl>
      <InvoiceLines lines={order.lines} />
      <OrderSums order={order} className="invoice-sums" />
      <p className="large-display mt-3">
        <span lang={thanks.language}>{thanks.text}</span> Thank you for reading with us.
      </p>
    </article>
  )
}

function InvoiceLines({ lines }: Pick<ShopOrder, 'lines'>) {
  return (
    <table className="ruled-table">
      <thead>
        <tr>
          <th scope="col">Item</th>
          <th scope="col" className="money">
            Qty
          </th>
          <th scope="col" className="money">
            Amount
          </th>
        </tr>
      </thead>
      <tbody>
        {lines.map((line) => (
          <tr key={line.key}>
            <td>
              <span className="d-flex align-items-center gap-2">
                <InvoiceImage urls={line.images} name={line.name} />
                <span>
                  {line.name}
                  {line.chosen ? <span className="d-block small muted">{formatSelections(line)}</span> : null}
                  <small className="d-block muted">{formatPrice(line.price)} each</small>
                </span>
              </span>
            </td>
            <td className="money">{line.quantity}</td>
            <td className="money">{line.price === null ? '—' : formatMoney(line.price * line.quantity)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Watermark({ text }: { text: string }) {
  // The largest font size at which the text fits the width of the page.
  const size = Math.min(72, 500 / text.length)
  return (
    <svg className="invoice-watermark" viewBox="0 0 400 300" aria-hidden="true">
      <text x="200" y="150" fontSize={size} textAnchor="middle" transform="rotate(-30 200 150)">
        {text}
      </text>
    </svg>
  )
}

/** A product image. Tries each URL once in order, and finally shows "No Image". */
function InvoiceImage({ urls, name }: { urls: readonly string[]; name: string }) {
  const [failures, setFailures] = useState(0)
  const url = urls[failures]
  return url === undefined ? (
    <span className="invoice-image">No Image</span>
  ) : (
    <img
      key={url}
      className="invoice-image"
      src={url}
      alt={name}
      width={40}
      height={48}
      onError={() => setFailures(failures + 1)}
    />
  )
}
