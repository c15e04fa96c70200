import { type ReactNode, useEffect, useRef } from 'react'
import { type PageFacts, usePageFacts } from './page-facts.ts'

type Props = {
  title: string
  /** The tab's title, if it differs from the heading. */
  tab?: string
  /** Rendered next to the heading. */
  children?: ReactNode
  /** Visually hidden, on pages with a different visible heading: only for screen readers and the focus. */
  hidden?: boolean
  /** On ruled lines, for lists of products. */
  ruled?: boolean
  /** For search engines and shared links. */
  facts?: Omit<PageFacts, 'title'>
}

/** The h1 of a page. Sets the tab's title. */
export function PageHead({ title, tab = title, children, hidden = false, ruled = false, facts }: Props) {
  const heading = useRef<HTMLHeadingElement>(null)

  usePageFacts({ title: tab, ...facts })

  useEffect(() => {
    if (takeHeadingFocusRequest()) focusHeading(heading.current)
  }, [])

  return (
    <div className={hidden ? 'visually-hidden' : ruled ? 'ruled-head' : 'plain-head'}>
      <h1 ref={heading} tabIndex={-1}>
        {title}
      </h1>
      {children}
    </div>
  )
}

/** After a navigation, the new heading gets the focus, for screen readers; one that renders later checks this flag. */
let awaited = false

export function requestHeadingFocus(): void {
  awaited = true
}

/** Focuses a page's heading, unless the shopper is typing. */
export function focusHeading(heading: HTMLElement | null): void {
  if (!document.activeElement?.matches('input, textarea')) heading?.focus({ preventScroll: true })
}

/** Returns true once after a navigation. */
function takeHeadingFocusRequest(): boolean {
  const claimed = awaited
  awaited = false
  return claimed
}
