import { useIsOverdue } from './use-is-overdue.ts'

/** Milliseconds of waiting after which a shopper wants a word. */
const PATIENCE = 4000

/** Says after a while that an answer is still awaited, and lets the next try begin at once. */
export function StillTrying({ waiting, onRetry }: { waiting: boolean; onRetry: () => void }) {
  const late = useIsOverdue(waiting, PATIENCE)
  return late ? (
    <div className="still-trying" role="status">
      Still trying…{' '}
      <button type="button" className="btn btn-outline-secondary" onClick={onRetry}>
        Try again
      </button>
    </div>
  ) : null
}
