import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { store } from '../../config/store.ts'
import {
  buyableQuantity,
  type CurrentProduct,
  type CurrentProducts,
  listedProduct,
} from '../../domain/current-product.ts'
import { formatMoney, formatRounding, formatSum } from '../../domain/money.ts'
import { kampalaIsoTime, kampalaTime } from '../../platform/intl.ts'
import { useIsOpen } from '../../platform/is-open.ts'
import { lazyModule } from '../../ui/loading/lazy-module.ts'
import { PickupPoint } from '../../ui/page/pickup-point.tsx'
import type { ListLine, SchoolList } from './list-link.ts'
import { describeShortage, type ListTotal } from './list-total.ts'
import '../../ui/page/print-sheet.scss'

type Props = {
  list: SchoolList
  products: CurrentProducts
  total: ListTotal
  /** The modules of the link's QR code; null if it couldn't be created. */
  qr: readonly (readonly boolean[])[] | null
  /** Whom the quotation is for, possibly ''; null prints the list as a notice. */
  buyer: string | null
}

const day = kampalaTime({ dateStyle: 'long' })

/** The validity of a quotation's prices, in days. */
const VALID_DAYS = 14

export function formatQuotationLine(list: SchoolList, at: number): string {
  return `No. ${makeQuotationNumber(list, at)} · valid until ${day(at + VALID_DAYS * 86_400_000)}, while stock lasts`
}

/** Returns a number that the shop and the buyer can name: the day, and a checksum of the list. */
function makeQuotationNumber({ lines }: SchoolList, at: number): string {
  const text = lines.map(({ id, quantity }) => `${id}x${quantity}`).join()
  let checksum = 0
  for (const character of text) checksum = (checksum * 31 + (character.codePointAt(0) ?? 0)) % 9973
  const date = kampalaIsoTime(at).slice(2, 10).replaceAll('-', '')
  return `Q${date}-${String(checksum).padStart(4, '0')}`
}

/** The list as printed for a notice board, or as a quotation for a buyer. Hidden on screen. */
export function ListSheet({ list, products, total, qr, buyer }: Props) {
  const isQuotation = buyer !== null
  const title = list.title || (isQuotation ? 'Quotation' : 'School list')
  const now = Date.now()
  return (
    <section className="list-sheet on-paper" aria-hidden="true">
      <header>
        <div>
          <h2>{!isQuotation || list.title === '' ? title : `Quotation: ${title}`}</h2>
          {buyer ? <p className="strong">For {buyer}</p> : null}
          <p>
            {store.name}, <PickupPoint /> · {store.phones[0]} · {store.email}
          </p>
          <p>
            Prices in UGX of {day(now)}
            {isQuotation ? ` · ${formatQuotationLine(list, now)}` : null}
          </p>
        </div>
        {qr ? (
          <figure>
            <QrCode squares={qr} />
            <figcaption>Scan to see prices and to order</figcaption>
          </figure>
        ) : null}
      </header>
      <table className="w-100">
        <thead>
          <tr>
            {isQuotation ? null : <th />}
            <th>Item</th>
            <th>Qty</th>
            <th>Price</th>
            <th>Sum</th>
          </tr>
        </thead>
        <tbody>
          {list.lines.map((line, index) => (
            <SheetRow
              key={`${line.id}-${index}`}
              line={line}
              current={products.get(line.id)}
              hasBox={!isQuotation}
            />
          ))}
        </tbody>
        <SheetTotal {...total} labelSpan={isQuotation ? 3 : 4} />
      </table>
    </section>
  )
}

type RowProps = { line: ListLine; current: CurrentProduct | undefined; hasBox: boolean }

/** @param props.hasBox whether the row has a box to tick by hand */
function SheetRow({ line, current, hasBox }: RowProps) {
  const product = listedProduct(current)
  const shortage = describeShortage(line, current)
  const stock = buyableQuantity(line, current)
  return (
    <tr>
      {hasBox ? (
        <td>
          <span className="list-box" />
        </td>
      ) : null}
      <td>
        {product?.name ?? line.name}
        {line.note === '' ? null : <span> ({line.note})</span>}
        {shortage === null ? null : <strong>, {shortage}</strong>}
      </td>
      <td>{line.quantity}</td>
      <td>
        {current?.status === 'gone' ? 'not sold' : product?.price == null ? '' : formatMoney(product.price)}
      </td>
      <td>{product?.price == null ? '' : stock === 0 ? '–' : formatMoney(product.price * stock)}</td>
    </tr>
  )
}

/** @param props.labelSpan the number of columns before the sum */
function SheetTotal({ sum, exclusions, labelSpan }: ListTotal & { labelSpan: number }) {
  if (sum === null) return null
  const rounding = formatRounding(sum)
  return (
    <tfoot>
      {rounding && (
        <tr>
          <th colSpan={labelSpan}>Rounding</th>
          <td>{rounding}</td>
        </tr>
      )}
      <tr>
        <th colSpan={labelSpan}>{exclusions.length === 0 ? 'Total' : `Total (${exclusions.join('; ')})`}</th>
        <td>{formatSum(sum)}</td>
      </tr>
    </tfoot>
  )
}

const qrCode = lazyModule(() => import('uqr'))

/** Returns a function that prints the list with its QR code, or without it if it is missing or the link is too long. */
export function usePrint(url: string) {
  const [qr, setQr] = useState<readonly (readonly boolean[])[] | null>(null)
  const isOpen = useIsOpen()
  const isPrinting = useRef(false)
  const print = async () => {
    if (isPrinting.current) return
    isPrinting.current = true
    const code = await qrCode.load()
    isPrinting.current = false
    if (!isOpen()) return
    flushSync(() => setQr(encode(code, url)))
    window.print()
  }
  return { qr, print: () => void print() }
}

function encode(code: typeof import('uqr') | undefined, url: string): boolean[][] | null {
  try {
    return code?.encode(url, { border: 0, ecc: 'L' }).data ?? null
  } catch {
    // A QR code has at most 2,953 bytes.
    return null
  }
}

/** The width of the blank margin that scanners require around a QR code, in modules (ISO/IEC 18004). */
const QUIET_ZONE = 4

/** Renders a QR code as a single path. @param squares rows of modules, where true is dark */
function QrCode({ squares }: { squares: readonly (readonly boolean[])[] }) {
  const size = squares.length + 2 * QUIET_ZONE
  const path = squares
    .flatMap((row, y) =>
      row.flatMap((isDark, x) => (isDark ? [`M${x + QUIET_ZONE} ${y + QUIET_ZONE}h1v1h-1z`] : [])),
    )
    .join('')
  return (
    <svg viewBox={`0 0 ${size} ${size}`} role="img" aria-label="QR code" shapeRendering="crispEdges">
      <path d={path} />
    </svg>
  )
}
