import { type ReactNode, useEffect, useRef } from 'react'
import { Metadata, type PageMetadata } from './metadata.tsx'

type Props = {
  title: string
  /** The tab's title, if it differs from the heading. */
  tab?: string
  children?: ReactNode
  /** Without ruled lines, in the checkout and next to a product's image. */
  plain?: boolean
  metadata?: PageMetadata
}

/** The h1 of a page, and the metadata of the document, which React moves to the head. */
export function PageHead({ title, tab = title, children, plain = false, metadata = {} }: Props) {
  const heading = useRef<HTMLHeadingElement>(null)

  useEffect(() => {
    if (isFocusAwaited) focusHeading(heading.current)
    isFocusAwaited = false
  }, [])

  return (
    <div className={plain ? 'plain-head' : 'ruled-head'}>
      <Metadata title={tab} {...metadata} />
      <h1 ref={heading} tabIndex={-1}>
        {title}
      </h1>
      {children}
    </div>
  )
}

/** After a navigation, the new heading gets the focus, for screen readers; one that renders later checks this flag. */
let isFocusAwaited = false

export function requestHeadingFocus(): void {
  isFocusAwaited = true
}

/** Focuses a page's heading, unless the shopper is typing. */
export function focusHeading(heading: HTMLElement | null): void {
  if (!document.activeElement?.matches('input, textarea')) heading?.focus({ preventScroll: true })
}
