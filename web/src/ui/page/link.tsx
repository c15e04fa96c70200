import type { ComponentProps } from 'react'
import { type To, useHref, useLinkClickHandler } from 'react-router-dom'

type Props = Omit<ComponentProps<'a'>, 'href' | 'target'> & {
  /** A page of the shop; another site's address is left to the browser. */
  to: To
  /** State of the entry in the history. */
  state?: unknown
}

/** An address with a scheme or a host of its own. */
const ELSEWHERE = /^(?:[a-z][\w+.-]*:|\/\/)/i

/**
 * A link to a page of the shop, by the router's own handler. The router's `Link` also fetches pages ahead for servers
 * that render them: 5 KB that every visitor would load and the shop has no use for.
 */
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
