import { type CartItem, quantityOf } from '../../domain/cart-item.ts'
import { offersOf } from '../../domain/offer.ts'
import { LineNotice, lineChangeMessages } from '../../features/cart/line-notice.tsx'
import { useCurrentProducts } from '../../features/catalogue/use-current-products.ts'

/** The lines whose price or stock has changed since they were added to the cart. */
export function ChangedLines({ items }: { items: readonly CartItem[] }) {
  const offers = offersOf(useCurrentProducts(items).products)
  const changed = items.flatMap((item) => {
    const offer = offers.get(item.id)
    const wanted = quantityOf(items, item.id)
    return offer && lineChangeMessages(item, wanted, offer).length > 0 ? [{ item, wanted, offer }] : []
  })
  if (changed.length === 0) return null
  return (
    <section className="sheet" aria-labelledby="changed-lines">
      <h2 id="changed-lines">Your cart has changed</h2>
      <ul className="d-grid gap-3">
        {changed.map((line, index) => (
          <li key={`${line.item.id}-${index}`}>
            {line.item.name}
            <span className="muted money">{`\u00a0× ${line.item.quantity}`}</span>
            <LineNotice {...line} />
          </li>
        ))}
      </ul>
    </section>
  )
}
