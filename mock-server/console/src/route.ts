import { useSyncExternalStore } from 'react'

export const VIEWS = ['overview', 'outbox', 'journal', 'faults', 'clock', 'orders', 'stock', 'store'] as const

export type View = (typeof VIEWS)[number]
type Route = { view: View; query: URLSearchParams }

/** Parses a hash such as `#/faults?path=/products/latest`; unknown routes become the overview. */
export function readRoute(hash: string): Route {
  const [path = '', query = ''] = hash.replace(/^#\/?/, '').split('?')
  return { view: VIEWS.find((view) => view === path) ?? 'overview', query: new URLSearchParams(query) }
}

export function hrefOf(view: View, query: Record<string, string> = {}): string {
  const text = new URLSearchParams(query).toString()
  return `#/${view}${text === '' ? '' : `?${text}`}`
}

function subscribe(listener: () => void) {
  window.addEventListener('hashchange', listener)
  return () => window.removeEventListener('hashchange', listener)
}

/** Returns the current hash for `readRoute`, and rerenders when it changes. */
export function useHash(): string {
  return useSyncExternalStore(subscribe, () => window.location.hash)
}
