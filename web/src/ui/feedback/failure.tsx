import { Icon } from '../media/icon.tsx'

/** An error message in place of the failed content, with a retry button. */
export function Failure({ message, onRetry }: { message: string; onRetry?: (() => void) | undefined }) {
  return (
    <div className="failure" role="alert">
      <Icon name="alert" />
      <p>{message}</p>
      {onRetry ? (
        <button type="button" className="btn btn-outline-secondary" onClick={onRetry}>
          Try again
        </button>
      ) : null}
    </div>
  )
}
