import { store } from '../../config/store.ts'
import { formatMoney, formatSum } from '../../domain/money.ts'
import { Fact, PrintSheet } from '../../ui/page/print-sheet.tsx'
import { type Quotation, type QuotationDraft, totalLabel, validUntil } from './quotation.ts'

type Props = { number: string; day: Date; draft: QuotationDraft; quotation: Quotation }

const date = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long' })

/** A proforma invoice on an A4 page, with space for the school's signature. */
export function QuotationSheet({ number, day, draft, quotation: { lines, subtotal, fee, total } }: Props) {
  return (
    <PrintSheet
      label={`Quotation ${number}`}
      className="quotation"
      facts={
        <>
          <Fact name="Proforma invoice" value={number} />
          <Fact name="Date" value={date.format(day)} />
          <Fact name="Valid until" value={date.format(validUntil(day))} />
        </>
      }
    >
      <dl className="quotation-for">
        <Fact name="For" value={draft.school || '–'} />
        <Fact name="Attention" value={draft.contact || '–'} />
        <Fact name="Phone" value={draft.phone || '–'} />
      </dl>
      <table>
        <thead>
          <tr>
            <th scope="col">Item</th>
            <th scope="col">ISBN</th>
            {['Qty', 'Price', 'Sum'].map((name) => (
              <th key={name} scope="col" className="money">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {lines.map(({ name, isbn, quantity, price, sum, remark }, at) => (
            <tr key={`${name}-${at}`}>
              <td>
                {name}
                {remark === '' ? null : <span className="quotation-remark"> ({remark})</span>}
              </td>
              <td className="money quotation-isbn">{isbn}</td>
              <td className="money quotation-quantity">{quantity}</td>
              <td className="money">{price === null ? '–' : formatMoney(price)}</td>
              <td className="money">{sum === null ? '–' : formatMoney(sum)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <dl className="quotation-sums">
        <Fact name="Subtotal" value={subtotal === null ? '–' : formatSum(subtotal)} />
        <Fact
          name={
            draft.delivery === 'pickup'
              ? `Collected at ${store.location}`
              : draft.kilometres === '' || fee === null
                ? 'Delivery'
                : `Delivery, ${draft.kilometres} km`
          }
          value={fee === null ? 'To be agreed' : fee === 0 ? 'Free' : formatSum(fee)}
        />
        <Fact name={totalLabel(fee)} value={total === null ? '–' : formatMoney(total)} />
      </dl>
      <footer>
        <p>
          To pay: order at {window.location.host}, or call {store.phones[0]} and quote this number. We'll
          prepare the order once it's paid.
        </p>
        <p className="quotation-signs">
          <span>For the school</span>
          <span>For {store.name}</span>
        </p>
      </footer>
    </PrintSheet>
  )
}
