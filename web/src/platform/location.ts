import { useContext } from 'react'
import { type Location, parsePath, useLocation as useRouterLocation } from 'react-router-dom'
import { HydrationContext } from './hydration.ts'

/** Returns the location that components render. The router's hook returns the browser's URL even during hydration. */
export function useLocation(): Location {
  const current = useRouterLocation()
  return useContext(HydrationContext) ?? current
}

export const locationOf = (url: string): Location => ({
  pathname: '/',
  search: '',
  hash: '',
  state: null,
  key: 'default',
  ...parsePath(url),
})
