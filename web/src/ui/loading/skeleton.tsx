type Props = { width?: string; height?: string; ratio?: 'book' | 'square'; className?: string }

/** A placeholder with the final size, hidden from screen readers. An svg needs no style attribute for its size. */
export function Skeleton({ width = '100%', height = '1rem', ratio, className = '' }: Props) {
  return (
    <svg
      className={`skeleton ${ratio ? `picture-${ratio}` : ''} ${className}`.trim()}
      width={width}
      {...(ratio ? {} : { height })}
      aria-hidden="true"
    />
  )
}
