import { store } from '../../config/store.ts'
import { formatMoney, formatPrice } from '../../lib/money.ts'
import { InvoiceImage } from './invoice-image.tsx'
import { type ShopOrder, words } from './order.ts'
import '../../theme/invoice.scss'

/** One order on one sheet of paper. */
export function Invoice({ order }: { order: ShopOrder }) {
  const items = order.lines.reduce((sum, line) => sum + (line.price ?? 0) * line.quantity, 0)
  // What the lines do not explain is the delivery and the rounding; with lines missing it explains nothing.
  const rest = order.skipped === 0 && order.amount !== null ? order.amount - items : 0
  return (
    <article className="invoice">
      <p className="invoice-watermark" aria-hidden="true">
        {words(order.status).toUpperCase()}
      </p>
      <header>
        <div>
          <p className="invoice-plate">{store.name}</p>
          <p>{store.tagline}</p>
          <p>{store.phones.join(' · ')}</p>
          <p>{store.email}</p>
        </div>
        <dl>
          <Fact name="Order" value={`#${order.id}`} />
          <Fact name="Date" value={order.date} />
          <Fact name="Status" value={words(order.status)} />
          <Fact name="Payment" value={order.method} />
        </dl>
      </header>
      <dl className="invoice-address">
        <Fact name="Delivery address" value={order.address} />
      </dl>
      <table>
        <thead>
          <tr>
            <th scope="col">Item</th>
            <th scope="col" className="money invoice-price">
              Price
            </th>
            <th scope="col" className="money">
              Qty
            </th>
            <th scope="col" className="money">
              Amount
            </th>
          </tr>
        </thead>
        <tbody>
          {order.lines.map((line) => (
            <tr key={line.key}>
              <td>
                <span className="invoice-item">
                  <InvoiceImage places={line.images} name={line.name} />
                  <span>
                    {line.name}
                    {/* On a phone there is no room for a column of prices. */}
                    <span className="invoice-each">{formatPrice(line.price)} each</span>
                  </span>
                </span>
              </td>
              <td className="money invoice-price">{formatPrice(line.price)}</td>
              <td className="money">{line.quantity}</td>
              <td className="money">{line.price === null ? '—' : formatMoney(line.price * line.quantity)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          {rest > 0 && order.lines.length > 0 && (
            <>
              <Sum name="Items" amount={items} />
              <Sum name="Delivery and rounding" amount={rest} />
            </>
          )}
          <Sum name="Total" amount={order.amount} />
        </tfoot>
      </table>
      <p className="invoice-thanks">Webale nnyo! Thank you for reading with us.</p>
    </article>
  )
}

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  )
}

function Sum({ name, amount }: { name: string; amount: number | null }) {
  return (
    <tr>
      <th scope="row" colSpan={3}>
        {name}
      </th>
      <td className="money">{formatPrice(amount)}</td>
    </tr>
  )
}
