import type { OrderChange } from './check-order.ts'

export type ChangesProps = {
  changes: readonly OrderChange[]
  /** Accepts the changes. Absent if the shopper can't, because the old order may have been charged. */
  onAccept?: () => void
}

/** Lists the differences from the order that the shopper has reviewed. */
export function OrderChanges({ changes, onAccept }: ChangesProps) {
  return (
    <>
      <ul className="d-grid gap-1">
        {changes.map(({ label, before, after }, position) => (
          // Two lines may have the same text, such as two sizes of a product.
          <li key={`${position} ${label}`}>
            {label}: {after} (was {before})
          </li>
        ))}
      </ul>
      {onAccept && (
        <button type="button" className="btn btn-primary" onClick={onAccept}>
          Accept changes
        </button>
      )}
    </>
  )
}
