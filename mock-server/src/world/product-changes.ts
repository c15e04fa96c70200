/** When each product of a world last changed, as a count of all such changes. */
export type ProductChanges = {
  /** How many there have been. */
  readonly count: number
  note: (id: number) => void
  /** Whether one of these has changed since the count was at `since`. */
  haveChanged: (ids: readonly number[], since: number) => boolean
  /** Forgets which they were, but counts on: for another database in this one's place. */
  clear: () => void
}

export function createProductChanges(): ProductChanges {
  const last = new Map<number, number>()
  let count = 0
  return {
    get count() {
      return count
    },
    note: (id) => {
      last.set(id, ++count)
    },
    haveChanged: (ids, since) => ids.some((id) => (last.get(id) ?? 0) > since),
    clear: () => {
      count++
      last.clear()
    },
  }
}
