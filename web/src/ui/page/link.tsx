import type { ComponentProps } from 'react'
import { type To, useHref, useLinkClickHandler, useLocation } from 'react-router-dom'

type Props = Omit<ComponentProps<'a'>, 'href' | 'target'> & {
  /** A path of the shop; other URLs are handled by the browser. */
  to: To
  /** State of the entry in the history. */
  state?: unknown
}

/** Matches absolute URLs. */
const ELSEWHERE = /^(?:[a-z][\w+.-]*:|\/\/)/i

/** A link within the shop. The router's `Link` contains 5 KB of prefetching for server rendering. */
export function Link({ to, state, onClick, children, ...rest }: Props) {
  const href = useHref(to)
  const isElsewhere = typeof to === 'string' && ELSEWHERE.test(to)
  const follow = useLinkClickHandler<HTMLAnchorElement>(to, { state })
  return (
    <a
      {...rest}
      href={isElsewhere ? to : href}
      onClick={(event) => {
        onClick?.(event)
        if (!isElsewhere && !event.defaultPrevented) follow(event)
      }}
    >
      {children}
    </a>
  )
}

/** Returns the decoded second segment of the page's path, such as a product's id; '' if there is none. */
export function usePathId(): string {
  const [, , segment = ''] = useLocation().pathname.split('/')
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}

export const useQueryParams = (): URLSearchParams => new URLSearchParams(useLocation().search)
