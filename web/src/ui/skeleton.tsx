type Props = { width?: string; height?: string; ratio?: 'book' | 'square'; className?: string }

/** A grey plate of the final size; readers pass over it. */
export function Skeleton({ width = '100%', height = '1rem', ratio, className = '' }: Props) {
  return (
    <span
      className={`skeleton ${ratio ? `picture-${ratio}` : ''} ${className}`.trim()}
      style={ratio ? { width } : { width, height }}
      aria-hidden="true"
    />
  )
}
