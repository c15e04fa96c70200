type Props = { width?: string; height?: string; ratio?: 'book' | 'square'; className?: string }

/**
 * A grey plate of the final size; readers pass over it. An svg, since its size is no style: pages that are written ahead
 * of a visit hold skeletons, and the policy of the page forbids style attributes in HTML.
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
