import { useSyncExternalStore } from 'react'

/** The shop's pages are for phones up to 768 px, that width included. */
const WIDE = '(min-width: 769px)'

function subscribe(listener: () => void): () => void {
  const query = window.matchMedia(WIDE)
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}

/** Whether the screen has room for a sidebar; the component follows a turned or resized one. */
export function useIsWide(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => window.matchMedia(WIDE).matches,
    () => false,
  )
}
