import { type ReactNode, useEffect, useRef } from 'react'
import { type PageFacts, usePageFacts } from './page-facts.ts'

type Props = {
  title: string
  /** What the tab says, when it is more than the heading. */
  tab?: string
  /** Beside the heading. */
  children?: ReactNode
  /** For a page whose heading has a place of its own: the words are there for readers and the focus. */
  hidden?: boolean
  /** Without the ruled lines, inside a sheet. */
  plain?: boolean
  /** For search engines and shared links. */
  facts?: Omit<PageFacts, 'title'>
}

/** The one h1 of a page, on the ruled lines of an exercise book. Names the tab. */
export function PageHead({ title, tab = title, children, hidden = false, plain = false, facts }: Props) {
  const heading = useRef<HTMLHeadingElement>(null)

  usePageFacts({ title: tab, ...facts })

  useEffect(() => {
    if (takeHeadingFocusRequest()) focusHeading(heading.current)
  }, [])

  return (
    <div className={hidden ? 'visually-hidden' : plain ? 'plain-head' : 'ruled-head'}>
      <h1 ref={heading} tabIndex={-1}>
        {title}
      </h1>
      {children}
    </div>
  )
}

/**
 * After a change of page the new page's heading takes the focus, so that screen readers announce it. The
 * heading may come later than the change (its page or its data is still on the way): then it asks here.
 */
let awaited = false

export function requestHeadingFocus(): void {
  awaited = true
}

/** Gives the focus to a page's heading, unless the shopper is typing in a field. */
export function focusHeading(heading: HTMLElement | null): void {
  if (!document.activeElement?.matches('input, textarea')) heading?.focus({ preventScroll: true })
}

/** True once after a change of page. */
function takeHeadingFocusRequest(): boolean {
  const claimed = awaited
  awaited = false
  return claimed
}
