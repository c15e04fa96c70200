import { RetryButton } from '../../ui/feedback/load-states.tsx'

/** In place of the map, or over it if its images failed to load. */
export function MapFailure({ onRetry }: { onRetry: () => void }) {
  return (
    <div role="alert">
      <p className="mb-3">The map didn't load. You can still search for your address by name.</p>
      <RetryButton onRetry={onRetry} />
    </div>
  )
}
