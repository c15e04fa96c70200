/**
 * Returns the items of a list for a loop with assertions, which would pass vacuously for an empty list.
 * @throws Error if the list is empty
 */
export function nonEmpty<T>(list: Iterable<T>): T[] {
  const items = [...list]
  if (items.length === 0) throw new Error('Nothing to check: the list is empty.')
  return items
}
