import { createContext, useContext } from 'react'

/**
 * Whether hydration is complete. Until then, components must render the same markup as the server, so they must not read
 * state of the browser such as the cart.
 */
export const HydratedContext = createContext(true)

/** The same state for code outside of components. */
export const hydration = { isPending: false }

export const useIsHydrated = (): boolean => useContext(HydratedContext)
