import type { ReactNode } from 'react'
import { paths } from '../../config/paths.ts'
import {
  buyableQuantity,
  type CurrentProduct,
  type CurrentProducts,
  listedProduct,
} from '../../domain/current-product.ts'
import { formatMoney } from '../../domain/money.ts'
import { firstImage, type ShopProduct } from '../../domain/product.ts'
import { ProductImage } from '../../ui/media/product-image.tsx'
import { Link } from '../../ui/page/link.tsx'
import type { ListLine } from './list-link.ts'

type Props = {
  lines: readonly ListLine[]
  products: CurrentProducts
  /** The ticked products; absent in a quotation. */
  ticks: { ticked: ReadonlySet<number>; onTick: (id: number) => void } | undefined
  /** Renders what can be done about a line that can't be bought in full. `product` is null if it is no longer sold. */
  alternatives: (line: ListLine, product: ShopProduct | null) => ReactNode
}

/** The lines of a list with today's prices. Parents tick the items that their child already has. */
export function ListLines({ lines, products, ticks, alternatives }: Props) {
  return (
    <ul className="list-lines sheet">
      {lines.map((line, index) => {
        const current = products.get(line.id)
        const product = listedProduct(current)
        const name = product?.name ?? (line.name || `Item ${line.id}`)
        const isTicked = ticks?.ticked.has(line.id) === true
        return (
          <li key={`${line.id}-${index}`} className={isTicked ? 'list-line list-line-done' : 'list-line'}>
            {ticks ? (
              <label className="list-tick">
                <input
                  type="checkbox"
                  className="form-check-input"
                  checked={isTicked}
                  onChange={() => ticks.onTick(line.id)}
                />
                <span className="visually-hidden">Already have {name}</span>
              </label>
            ) : null}
            <ProductImage file={product ? firstImage(product) : undefined} name={name} alt="" />
            <div className="list-words">
              <p className="strong">{product ? <Link to={paths.product(line.id)}>{name}</Link> : name}</p>
              {line.note === '' ? null : <p className="muted">{line.note}</p>}
              <Availability line={line} current={current} />
            </div>
            <p className="list-sum">
              <span className="muted money">{line.quantity} ×</span>{' '}
              <span className="money">{product?.price == null ? '–' : formatMoney(product.price)}</span>
            </p>
            {canBuyInFull(line, current) ? null : alternatives({ ...line, name }, product)}
          </li>
        )
      })}
    </ul>
  )
}

/** Returns true also for lines whose product or price is unknown. */
function canBuyInFull(line: ListLine, current: CurrentProduct | undefined): boolean {
  if (current?.status === 'gone') return false
  return listedProduct(current)?.price == null || buyableQuantity(line, current) === line.quantity
}

function Availability({ line, current }: { line: ListLine; current: CurrentProduct | undefined }) {
  if (current === undefined || current.status === 'loading')
    return <p className="muted small">Checking today's price…</p>
  if (current.status === 'failed') return <p className="field-error">Today's price didn't load.</p>
  if (current.status === 'gone') return <p className="field-error">No longer sold.</p>
  if (current.product.price === null) return <p className="field-error">Call us for the price.</p>
  const stock = buyableQuantity(line, current)
  if (stock === line.quantity) return null
  return <p className="field-error">{stock === 0 ? 'Sold out for now.' : `Only ${stock} left.`}</p>
}
