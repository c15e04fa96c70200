import { useSyncExternalStore } from 'react'

export const VIEWS = [
  ['overview', 'Overview'],
  ['outbox', 'Outbox'],
  ['journal', 'Journal'],
  ['faults', 'Faults'],
  ['clock', 'Clock'],
  ['orders', 'Orders'],
  ['stock', 'Stock'],
] as const

export type View = (typeof VIEWS)[number][0]
type Route = { view: View; query: URLSearchParams }

/** Parses a hash such as `#/faults?path=/products/latest`; unknown routes become the overview. */
export function readRoute(hash: string): Route {
  const [path = '', query = ''] = hash.replace(/^#\/?/, '').split('?')
  const known = VIEWS.find(([view]) => view === path)
  return { view: known?.[0] ?? 'overview', query: new URLSearchParams(query) }
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
