import { useLocation } from 'react-router-dom'

/** Returns the decoded second segment of the page's path, which is its id; '' without one. */
export function usePathId(): string {
  const [, , segment = ''] = useLocation().pathname.split('/')
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}

/** Returns the query of the page's URL. */
export const useQueryParams = (): URLSearchParams => new URLSearchParams(useLocation().search)
