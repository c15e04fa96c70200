import { FILTER_KEYS } from '../../config/paths.ts'

/** The query parameters that sort and filter a list. */
export const ARRANGEMENT_KEYS = ['sort', ...FILTER_KEYS] as const

export function countChoices(params: URLSearchParams): number {
  return ARRANGEMENT_KEYS.filter((key) => params.has(key)).length
}

export function isArranged(params: URLSearchParams): boolean {
  return countChoices(params) > 0
}
