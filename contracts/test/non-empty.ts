/**
 * Returns the items of a list to loop over. In an empty list, every assertion would hold.
 * @throws Error if the list is empty
 */
export function nonEmpty<T>(list: Iterable<T>): T[] {
  const items = [...list]
  if (items.length === 0) throw new Error('There is nothing to go through: the list is empty.')
  return items
}
