import { useIsOverdue } from './load-states.tsx'

/** How long a change may take before its text says that it takes long, in milliseconds. */
const SLOW_MS = 6000

/** Says that a change which the shopper has tapped is being sent, as a chip next to what it changes. */
export function Ongoing({ verb, className = '' }: { verb: 'Removing' | 'Deleting'; className?: string }) {
  const isSlow = useIsOverdue(true, SLOW_MS)
  return (
    <span role="status" className={`chip ${className}`}>
      {isSlow ? `Still ${verb.toLowerCase()}` : verb}…
    </span>
  )
}
