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

type SkeletonProps = {
  width?: string
  height?: string
  /** Has the shape of a product's image. */
  isImage?: boolean
  className?: string
}

/** A placeholder with the final size, hidden from screen readers. An svg needs no style attribute for its size. */
export function Skeleton({
  width = '100%',
  height = '1rem',
  isImage = false,
  className = '',
}: SkeletonProps) {
  return (
    <svg
      className={`${isImage ? 'image ' : ''}skeleton ${className}`.trim()}
      width={width}
      {...(isImage ? {} : { height })}
      aria-hidden="true"
    />
  )
}
