import { useEffect, useState } from 'react'

/** After this many milliseconds a note says that the shop is still trying. */
const STILL_TRYING_AFTER_MS = 4000

/** Says after a while that an answer is still awaited, and lets the next try begin at once. */
export function StillTrying({ waiting, onRetry }: { waiting: boolean; onRetry: () => void }) {
  const late = useIsOverdue(waiting, STILL_TRYING_AFTER_MS)
  return late ? (
    <div className="still-trying" role="status">
      Still trying…{' '}
      <button type="button" className="btn btn-outline-secondary" onClick={onRetry}>
        Try again
      </button>
    </div>
  ) : null
}

/** True once something has been going on for `after` milliseconds. */
export function useIsOverdue(going: boolean, after: number): boolean {
  const [late, setLate] = useState(false)
  useEffect(() => {
    setLate(false)
    if (!going) return
    const timer = setTimeout(() => setLate(true), after)
    return () => clearTimeout(timer)
  }, [going, after])
  return late && going
}
