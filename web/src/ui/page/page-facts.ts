import { createContext, useContext, useEffect } from 'react'
import { store } from '../../config/store.ts'

export type PageFacts = {
  title: string
  /** One or two sentences for search engines and shared links. */
  description?: string | undefined
  /** The canonical URL, for example `/shop?q=atlas`. */
  canonical?: string | undefined
  /** For private pages. */
  hidden?: boolean | undefined
}

/** The date on which a page was prerendered, as text; null in a browser, because prices are current there. */
export const RenderedOn = createContext<string | null>(null)

/** Receives a page's metadata while it is prerendered. */
export const PageFactsTaker = createContext<((facts: PageFacts) => void) | null>(null)

/** The shop's URL, for prerendered pages. */
export const SiteOrigin = createContext('')

/** Returns the shop's origin, such as `https://shop.example`. */
export function useSiteOrigin(): string {
  const given = useContext(SiteOrigin)
  return typeof window === 'object' ? window.location.origin : given
}

/** Returns the tab's title: the page's and the shop's name. */
export function tabTitle(title: string): string {
  return `${title} · ${store.name}`
}

/** Sets the title, description and canonical URL of a page. */
export function usePageFacts(facts: PageFacts): void {
  const { title, description, canonical, hidden = false } = facts
  useContext(PageFactsTaker)?.(facts)
  useEffect(() => {
    document.title = tabTitle(title)
    // Without the shop's name, which is og:site_name.
    setMeta('property', 'og:title', title)
  }, [title])

  useEffect(() => {
    if (description === undefined) return
    const before = document.querySelector('meta[name="description"]')?.getAttribute('content') ?? null
    setMeta('name', 'description', description)
    setMeta('property', 'og:description', description)
    return () => {
      setMeta('name', 'description', before)
      setMeta('property', 'og:description', null)
    }
  }, [description])

  useEffect(() => {
    if (canonical === undefined) return
    const link = document.createElement('link')
    link.rel = 'canonical'
    link.href = new URL(canonical, window.location.origin).href
    document.head.append(link)
    return () => link.remove()
  }, [canonical])

  useEffect(() => {
    setMeta('name', 'robots', hidden ? 'noindex' : null)
    return () => setMeta('name', 'robots', null)
  }, [hidden])
}

function setMeta(kind: 'name' | 'property', key: string, content: string | null): void {
  const known = document.querySelector(`meta[${kind}="${key}"]`)
  if (content === null) {
    known?.remove()
    return
  }
  const meta = known ?? document.createElement('meta')
  meta.setAttribute(kind, key)
  meta.setAttribute('content', content)
  if (!known) document.head.append(meta)
}
