/**
 * Returns the items of a list. For loops with assertions, which would pass without asserting anything if the list were
 * empty.
 * @throws Error if the list is empty
 */
export function nonEmpty<T>(list: Iterable<T>): T[] {
  const items = [...list]
  if (items.length === 0) throw new Error('Nothing to check: the list is empty.')
  return items
}
