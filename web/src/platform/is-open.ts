import { useLayoutEffect, useRef } from 'react'
import { useLocation } from './location.ts'

/**
 * Returns a function that says whether the component's page is open: a response that arrives after the shopper has left
 * the page must not open another. While the code of a page is loading, the URL is already that of the page, and the one
 * that was left is still shown.
 */
export function useIsOpen(): () => boolean {
  const { pathname } = useLocation()
  const openAt = useRef<string | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies(pathname): a page can stay mounted at another URL.
  useLayoutEffect(() => {
    openAt.current = window.location.pathname
    return () => {
      openAt.current = null
    }
  }, [pathname])
  return () => openAt.current === window.location.pathname
}
