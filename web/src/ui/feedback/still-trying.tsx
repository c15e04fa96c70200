import { useEffect, useState } from 'react'

/** Delay before the message, in milliseconds. */
const STILL_TRYING_AFTER_MS = 4000

/** After a delay, shows that a response is still pending, with a button that retries immediately. */
export function StillTrying({ waiting, onRetry }: { waiting: boolean; onRetry: () => void }) {
  const isLate = useIsOverdue(waiting, STILL_TRYING_AFTER_MS)
  return isLate ? (
    <div className="still-trying" role="status">
      Still trying…{' '}
      <button type="button" className="btn btn-outline-secondary" onClick={onRetry}>
        Try again
      </button>
    </div>
  ) : null
}

/** Returns true once `isActive` has been true for `after` milliseconds. */
export function useIsOverdue(isActive: boolean, after: number): boolean {
  const [isLate, setLate] = useState(false)
  useEffect(() => {
    setLate(false)
    if (!isActive) return
    const timer = setTimeout(() => setLate(true), after)
    return () => clearTimeout(timer)
  }, [isActive, after])
  return isLate && isActive
}
