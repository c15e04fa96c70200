import { type ComponentProps, createContext, type ReactNode, useContext, useEffect, useRef } from 'react'
import { type To, useHref, useLinkClickHandler } from 'react-router-dom'
import { whatsappUrl } from '../../config/contact-urls.ts'
import { paths } from '../../config/paths.ts'
import { shouldLimitData } from '../../platform/data-saver.ts'
import { useIsHydrated } from '../../platform/hydration.ts'
import { useLocation } from '../../platform/location.ts'
import { Icon } from '../media/icon.tsx'

type Props = Omit<ComponentProps<'a'>, 'href' | 'target'> & {
  /** A path of the shop; other URLs are handled by the browser. */
  to: To
  /** State of the entry in the history. */
  state?: unknown
}

const ELSEWHERE = /^(?:[a-z][\w+.-]*:|\/\/)/i

export const PrefetchContext = createContext<(url: string) => void>(() => undefined)

/** The time for which a pointer or the focus rests on a link before its page is prefetched, in milliseconds. */
const INTENT_MS = 100

/**
 * A link within the shop, which prefetches its page when it is hovered, focused or touched. The router's `Link`
 * contains 5 KB of prefetching for its server rendering.
 */
export function Link({ to, state, onClick, children, ...rest }: Props) {
  const href = useHref(to)
  const isHydrated = useIsHydrated()
  const prefetch = useContext(PrefetchContext)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const cancel = () => clearTimeout(timer.current)
  const start = (delay: number) => {
    cancel()
    if (!isElsewhere && !shouldLimitData()) timer.current = setTimeout(() => prefetch(href), delay)
  }
  useEffect(() => () => clearTimeout(timer.current), [])
  const isElsewhere = typeof to === 'string' && ELSEWHERE.test(to)
  const follow = useLinkClickHandler<HTMLAnchorElement>(to, { state })
  return (
    <a
      href={isElsewhere ? to : isHydrated ? href : withoutQuery(href)}
      onPointerEnter={({ pointerType }) => {
        if (pointerType !== 'touch') start(INTENT_MS)
      }}
      onPointerLeave={cancel}
      onTouchStart={() => start(0)}
      onFocus={() => start(INTENT_MS)}
      onBlur={cancel}
      {...rest}
      onClick={(event) => {
        onClick?.(event)
        if (!isElsewhere && !event.defaultPrevented) follow(event)
      }}
    >
      {children}
    </a>
  )
}

/** Converts a category link to its canonical path, which also works without JavaScript. */
function withoutQuery(href: string): string {
  const [, id] = /^\/categories\?categoryId=(\d+)$/.exec(href) ?? []
  return id === undefined ? href : paths.category(id)
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

type WhatsAppProps = {
  message: string
  /** If omitted, the shopper chooses the recipient. */
  number?: string
  children: ReactNode
}

export function WhatsAppLink({ message, number, children }: WhatsAppProps) {
  return (
    <a
      className="btn btn-outline-secondary"
      href={whatsappUrl(message, number)}
      target="_blank"
      rel="noreferrer"
    >
      <Icon name="chat" />
      {children}
    </a>
  )
}
