type SpinnerProps = {
  label?: string
  /** Fills the height of a page, so that the footer does not move. */
  fillsPage?: boolean
}

export function Spinner({ label = 'Loading...', fillsPage = false }: SpinnerProps) {
  const spinner = (
    <span className="spinner" role="status">
      {label}
    </span>
  )
  return fillsPage ? <div className="page-wait">{spinner}</div> : spinner
}

type SkeletonProps = { width?: string; height?: string; ratio?: 'book' | 'square'; className?: string }

/** A placeholder with the final size, hidden from screen readers. An svg needs no style attribute for its size. */
export function Skeleton({ width = '100%', height = '1rem', ratio, className = '' }: SkeletonProps) {
  return (
    <svg
      className={`skeleton ${ratio ? `image-${ratio}` : ''} ${className}`.trim()}
      width={width}
      {...(ratio ? {} : { height })}
      aria-hidden="true"
    />
  )
}
