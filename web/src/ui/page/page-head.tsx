import { createContext, type ReactNode, useContext, useEffect, useRef } from 'react'
import { productImageUrls } from '../../api/image-urls.ts'
import { env } from '../../config/env.ts'
import { store } from '../../config/store.ts'

export type PageFacts = {
  /** One or two sentences for search engines and shared links. */
  description?: string | undefined
  /** The page's canonical path. */
  canonical?: string | undefined
  /** For link previews: the file of a product's image, and the price in shillings. */
  image?: string | undefined
  price?: number | null | undefined
  /** For private pages. */
  hidden?: boolean | undefined
}

type Props = {
  title: string
  /** The tab's title, if it differs from the heading. */
  tab?: string
  /** Rendered next to the heading. */
  children?: ReactNode
  /** Without ruled lines, in the checkout and next to a product's image. */
  plain?: boolean
  /** For search engines and shared links. */
  facts?: PageFacts
}

/** The h1 of a page, and the metadata of the document, which React moves to the head. */
export function PageHead({ title, tab = title, children, plain = false, facts = {} }: Props) {
  const heading = useRef<HTMLHeadingElement>(null)

  useEffect(() => {
    if (takeHeadingFocusRequest()) focusHeading(heading.current)
  }, [])

  return (
    <div className={plain ? 'plain-head' : 'ruled-head'}>
      <Metadata title={tab} {...facts} />
      <h1 ref={heading} tabIndex={-1}>
        {title}
      </h1>
      {children}
    </div>
  )
}

function Metadata({ title, description, canonical, image, price, hidden }: PageFacts & { title: string }) {
  const origin = useSiteOrigin()
  return (
    <>
      <title>{tabTitle(title)}</title>
      {/* Without the shop's name, which is og:site_name. */}
      <meta property="og:title" content={title} />
      <meta name="description" content={description ?? store.description} />
      {description === undefined ? null : <meta property="og:description" content={description} />}
      {canonical === undefined ? null : <link rel="canonical" href={origin + canonical} />}
      {canonical === undefined || origin === '' ? null : (
        <meta property="og:url" content={origin + canonical} />
      )}
      {image === undefined ? null : (
        <meta property="og:image" content={productImageUrls(env.apiHost || origin, image)[0]} />
      )}
      {typeof price === 'number' ? (
        <>
          <meta property="og:price:amount" content={String(price)} />
          <meta property="og:price:currency" content="UGX" />
        </>
      ) : null}
      {hidden ? <meta name="robots" content="noindex" /> : null}
    </>
  )
}

/** The shop's origin while the server renders, such as `https://shop.example`; '' if unknown. */
export const SiteOrigin = createContext('')

/** Returns the shop's origin. */
export function useSiteOrigin(): string {
  const given = useContext(SiteOrigin)
  return typeof window === 'object' ? window.location.origin : given
}

/** Returns the tab's title: the page's and the shop's name. */
export function tabTitle(title: string): string {
  return `${title} · ${store.name}`
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
