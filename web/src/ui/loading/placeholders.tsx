type SpinnerProps = {
  label?: string
  /** Shows the outlines of a page instead, with its height, so that the footer does not move. */
  fillsPage?: boolean
}

export function Spinner({ label = 'Loading...', fillsPage = false }: SpinnerProps) {
  const status = (
    <span className={fillsPage ? 'visually-hidden' : 'spinner'} role="status">
      {label}
    </span>
  )
  return fillsPage ? (
    <div className="page-wait">
      {status}
      <Skeleton />
    </div>
  ) : (
    status
  )
}

type SkeletonProps = { width?: string; height?: string; className?: string }

/**
 * A placeholder with the final size, hidden from screen readers. With the class `image`, it has the shape of a
 * product's image. An svg needs no style attribute for its size.
 */
export function Skeleton({
  className = '',
  width = '100%',
  height = className.startsWith('image') ? undefined : '1rem',
}: SkeletonProps) {
  return <svg className={`skeleton ${className}`} width={width} height={height} aria-hidden="true" />
}
