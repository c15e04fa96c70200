import { type CartItem, quantityOf } from '../../domain/cart-item.ts'
import { LineNotice, lineChanges, type Sold } from './line-notice.tsx'

type Props = { items: readonly CartItem[]; products: ReadonlyMap<number, Sold> }

/** The lines of a cart whose price or stock has changed since they were added, each with its notice. */
export function ChangedLines({ items, products }: Props) {
  const changed = items.flatMap((item) => {
    const product = products.get(item.id)
    const wanted = quantityOf(items, item.id)
    return product && lineChanges(item, wanted, product).length > 0 ? [{ item, wanted, product }] : []
  })
  if (changed.length === 0) return null
  return (
    <ul className="changed-lines">
      {changed.map((line, at) => (
        <li key={`${line.item.id}-${at}`}>
          {line.item.name}
          <span className="muted money">{`\u00a0× ${line.item.quantity}`}</span>
          <LineNotice {...line} />
        </li>
      ))}
    </ul>
  )
}
