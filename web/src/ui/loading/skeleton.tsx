type Props = { width?: string; height?: string; ratio?: 'book' | 'square'; className?: string }

/**
 * A grey placeholder of the final size, hidden from screen readers. An svg, whose size needs no style attribute:
 * prerendered pages contain skeletons, and the policy forbids style attributes in HTML.
 */
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
