import type { Change } from './order-to-pay.ts'

type Props = { changes: readonly Change[]; onAccept: () => void }

/** The changes to the shown order, with a button that accepts them. */
export function OrderChanges({ changes, onAccept }: Props) {
  return (
    <>
      <ul className="order-changes">
        {changes.map(({ label, before, after }) => (
          <li key={`${label} ${before}`}>
            {label}: {after} (was {before})
          </li>
        ))}
      </ul>
      <button type="button" className="btn btn-primary" onClick={onAccept}>
        Accept changes
      </button>
    </>
  )
}
