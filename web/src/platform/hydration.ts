import { createContext, useContext } from 'react'

/**
 * Whether the page is hydrated. While false, components render exactly what the server has rendered: without the state
 * of the browser, such as the cart.
 */
export const HydratedContext = createContext(true)

/** The same for code that is not rendered: whether stored responses must not be used yet. */
export const hydration = { isPending: false }

export const useIsHydrated = (): boolean => useContext(HydratedContext)
