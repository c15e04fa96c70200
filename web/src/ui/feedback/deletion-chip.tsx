import { SLOW_AFTER_MS } from '../../config/delays.ts'
import { useIsOverdue } from './load-states.tsx'

/** A status chip next to an item that is being deleted. */
export function DeletionChip({
  verb,
  className = '',
}: {
  verb: 'Removing' | 'Deleting'
  className?: string
}) {
  const isSlow = useIsOverdue(true, SLOW_AFTER_MS)
  return (
    <span role="status" className={`chip ${className}`}>
      {isSlow ? `Still ${verb.toLowerCase()}` : verb}…
    </span>
  )
}
