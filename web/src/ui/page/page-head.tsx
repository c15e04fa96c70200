import { type ReactNode, useEffect, useRef } from 'react'
import { focusHeading, takeHeadingFocusRequest } from './heading-focus.ts'
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
