/** The parts of a list's address that sort and filter it. */
export const ARRANGEMENT_KEYS = ['sort', 'stock', 'class', 'price'] as const

/** Whether an address asks for a list in another order, or for a part of it. */
export function isArranged(params: URLSearchParams): boolean {
  return ARRANGEMENT_KEYS.some((key) => params.has(key))
}
