/** Largest edit distance at which a name is suggested, and the largest share of its characters that may differ. */
const MAX_EDITS = 3
const MAX_SHARE = 0.4

/** Returns the known name that is most like a misspelled one, or null if none is. */
export function nearestName(misspelled: string, names: readonly string[]): string | null {
  const [best] = names
    .map((name) => ({ name, distance: editDistance(misspelled.toLowerCase(), name.toLowerCase()) }))
    .filter(({ name, distance }) => distance <= Math.min(MAX_EDITS, name.length * MAX_SHARE))
    .sort((a, b) => a.distance - b.distance)
  return best?.name ?? null
}

/** Returns the edit distance of two short texts. Two characters in the wrong order count as one edit. */
export function editDistance(a: string, b: string): number {
  let previous: number[] = []
  let row = Array.from({ length: b.length + 1 }, (_, i) => i)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++) {
      const substituted = (row[j - 1] as number) + (a[i - 1] === b[j - 1] ? 0 : 1)
      const isTransposed = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      const transposed = isTransposed ? (previous[j - 2] as number) + 1 : Number.POSITIVE_INFINITY
      next.push(Math.min(substituted, transposed, (row[j] as number) + 1, (next[j - 1] as number) + 1))
    }
    previous = row
    row = next
  }
  return row[b.length] as number
}
