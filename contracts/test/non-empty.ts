/**
 * A list that a test goes through. Of an empty one every assertion holds.
 * @throws Error when there is nothing in it
 */
export function nonEmpty<T>(list: Iterable<T>): T[] {
  const items = [...list]
  if (items.length === 0) throw new Error('There is nothing to go through: the list is empty.')
  return items
}
