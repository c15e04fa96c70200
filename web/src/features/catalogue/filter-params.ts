import { FILTER_KEYS } from '../../config/paths.ts'

/** The query parameters that sort and filter a list. */
export const SORT_AND_FILTER_KEYS = ['sort', ...FILTER_KEYS] as const

export function countFilters(params: URLSearchParams): number {
  return SORT_AND_FILTER_KEYS.filter((key) => params.has(key)).length
}

export function hasFilters(params: URLSearchParams): boolean {
  return countFilters(params) > 0
}
