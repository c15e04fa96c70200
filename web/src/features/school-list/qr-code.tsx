/** Squares of white around a code, which readers need to find it (ISO/IEC 18004). */
const QUIET_ZONE = 4

/** A QR code as one path. @param squares row by row, true for a dark one */
export function QrCode({ squares }: { squares: readonly (readonly boolean[])[] }) {
  const size = squares.length + 2 * QUIET_ZONE
  const path = squares
    .flatMap((row, y) =>
      row.flatMap((isDark, x) => (isDark ? [`M${x + QUIET_ZONE} ${y + QUIET_ZONE}h1v1h-1z`] : [])),
    )
    .join('')
  return (
    <svg viewBox={`0 0 ${size} ${size}`} role="img" aria-label="QR code" shapeRendering="crispEdges">
      <path d={path} />
    </svg>
  )
}
