import { createContext, useContext } from 'react'
import { env } from '../../config/env.ts'
import { store } from '../../config/store.ts'
import { useIsHydrated } from '../../platform/hydration.ts'

export type PageMetadata = {
  /** One or two sentences for search engines and shared links. */
  description?: string | undefined
  /** The page's canonical path, if it differs from the path in the table of routes. */
  canonical?: string | undefined
  /** For link previews: the path of a product's image, and the price in shillings. */
  image?: string | undefined
  price?: number | null | undefined
  /** For pages that search engines must not list. */
  isHidden?: boolean | undefined
}

/**
 * The request that the document was rendered for. Server and browser use the same, so that React adopts the elements.
 */
export type RenderedSite = {
  /** The shop's origin, such as `https://shop.example`; '' if unknown. */
  origin: string
  /** Whether the server read the query. Web servers send one document for all queries. */
  isExact: boolean
}

export const SiteContext = createContext<RenderedSite>({ origin: '', isExact: false })

/** Returns the shop's origin; '' if unknown, so that URLs are relative. */
export const useSiteOrigin = (): string => useContext(SiteContext).origin

type PageDefaults = {
  /** The path of a page without parameters. */
  path?: string | undefined
  description?: string | undefined
  isHidden?: boolean | undefined
  readsSearch?: boolean | undefined
}

/** The facts in the table of routes about the page that is rendered. */
export const PageContext = createContext<PageDefaults>({})

/** Returns the tab's title: the page's and the shop's name. */
function tabTitle(title: string): string {
  return `${title} · ${store.name}`
}

/** Shown by link previews of pages without their own image. */
const SHOP_IMAGE = '/install/icon-512.png'

/** The metadata of the document. React moves it to the head, and replaces it when another page is rendered. */
export function Metadata({ title, image, price, ...facts }: PageMetadata & { title: string }) {
  const { origin, isExact } = useContext(SiteContext)
  const page = useContext(PageContext)
  const isHydrated = useIsHydrated()
  const isHidden = facts.isHidden ?? page.isHidden ?? false
  const description = facts.description ?? page.description
  const path = facts.canonical ?? page.path
  const isKnown = isHydrated || isExact || !page.readsSearch
  const canonical = path === undefined || isHidden || !isKnown ? undefined : origin + path
  const imageUrl = image === undefined ? origin && origin + SHOP_IMAGE : (env.apiHost || origin) + image
  return (
    <>
      <title>{tabTitle(title)}</title>
      {/* Without the shop's name, which is og:site_name. */}
      <meta property="og:title" content={title} />
      <meta name="description" content={description ?? store.description} />
      {description === undefined ? null : <meta property="og:description" content={description} />}
      {canonical === undefined ? null : <link rel="canonical" href={canonical} />}
      {canonical === undefined || origin === '' ? null : <meta property="og:url" content={canonical} />}
      <meta name="twitter:card" content={image === undefined ? 'summary' : 'summary_large_image'} />
      {imageUrl ? (
        <>
          <meta property="og:image" content={imageUrl} />
          <meta property="og:image:alt" content={image === undefined ? store.name : title} />
        </>
      ) : null}
      {typeof price === 'number' ? (
        <>
          <meta property="og:price:amount" content={String(price)} />
          <meta property="og:price:currency" content="UGX" />
        </>
      ) : null}
      {isHidden ? <meta name="robots" content="noindex" /> : null}
    </>
  )
}
