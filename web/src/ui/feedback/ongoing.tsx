import { useIsOverdue } from './load-states.tsx'

/** Delay before the text changes to "Still …", in milliseconds. */
const SLOW_MS = 6000

/** A status chip next to an item that is being deleted. */
export function Ongoing({ verb, className = '' }: { verb: 'Removing' | 'Deleting'; className?: string }) {
  const isSlow = useIsOverdue(true, SLOW_MS)
  return (
    <span role="status" className={`chip ${className}`}>
      {isSlow ? `Still ${verb.toLowerCase()}` : verb}…
    </span>
  )
}
