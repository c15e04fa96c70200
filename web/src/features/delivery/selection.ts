type WithId = { id: number }

/** The saved address that is selected without a choice: the highest id, or null. */
export function highestId(addresses: readonly WithId[]): number | null {
  return addresses.reduce<number | null>((top, { id }) => (top === null || id > top ? id : top), null)
}

/**
 * The selection after an address was deleted: the highest id that remains when it was the selected one, else
 * unchanged. `addresses` may or may not still hold the deleted one.
 */
export function selectionAfterDelete(
  addresses: readonly WithId[],
  deleted: number,
  selected: number | null,
): number | null {
  return selected === deleted ? highestId(addresses.filter(({ id }) => id !== deleted)) : selected
}
