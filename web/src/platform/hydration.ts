import { createContext, useContext } from 'react'
import type { Location } from 'react-router-dom'

/**
 * The location for which the document was rendered, during hydration; null once hydration is complete. Hosts serve one
 * document at several URLs, such as the loading state of the product page at every product. The app hydrates it with
 * the URL it was rendered for, and switches to the browser's URL afterwards.
 */
export const HydrationContext = createContext<Location | null>(null)

/**
 * Whether hydration is complete. Until then, components must render the same markup as the server, so they must not
 * read state of the browser such as the cart.
 */
export const useIsHydrated = (): boolean => useContext(HydrationContext) === null

/** Whether hydration is pending, for query options, which cannot read a context. */
export const hydration = { isPending: false }
