/** The query parameters for sorting and filtering. */
export const ARRANGEMENT_KEYS = ['sort', 'stock', 'class', 'price'] as const

/** Whether query parameters sort or filter a list. */
export function isArranged(params: URLSearchParams): boolean {
  return ARRANGEMENT_KEYS.some((key) => params.has(key))
}
