import { createContext, useContext } from 'react'
import { type Location, parsePath, useLocation as useRouterLocation } from 'react-router-dom'

/**
 * The location for which the document was rendered, during hydration; null afterwards. Hosts serve one document at several
 * URLs, such as the loading state of the product page at every product. The app hydrates it with the URL it was rendered
 * for, and switches to the browser's URL afterwards.
 */
export const RenderedLocation = createContext<Location | null>(null)

/** Returns the location that components render. The router's hook returns the browser's URL even during hydration. */
export function useLocation(): Location {
  const current = useRouterLocation()
  return useContext(RenderedLocation) ?? current
}

/** Parses a path with its query. */
export const locationOf = (url: string): Location => ({
  pathname: '/',
  search: '',
  hash: '',
  state: null,
  key: 'default',
  ...parsePath(url),
})
