import { useSyncExternalStore } from 'react'

export const VIEWS = ['overview', 'outbox', 'journal', 'faults', 'clock', 'orders', 'stock', 'store'] as const

export type View = (typeof VIEWS)[number]
type ViewLocation = { view: View; params: URLSearchParams }

/** Parses a hash, such as `#/faults?path=/products/latest`. Returns the overview for an unknown view. */
export function parseViewHash(hash: string): ViewLocation {
  const [name = '', text = ''] = hash.replace(/^#\/?/, '').split('?')
  return { view: VIEWS.find((view) => view === name) ?? 'overview', params: new URLSearchParams(text) }
}

/** Returns the hash of a view, which is also the URL of a link to it. @param params the initial values of its fields */
export function formatViewHash(view: View, params: Record<string, string> = {}): string {
  const text = new URLSearchParams(params).toString()
  return `#/${view}${text === '' ? '' : `?${text}`}`
}

function subscribe(listener: () => void) {
  window.addEventListener('hashchange', listener)
  return () => window.removeEventListener('hashchange', listener)
}

/** Returns the current hash for `parseViewHash`, and rerenders when it changes. */
export function useHash(): string {
  return useSyncExternalStore(subscribe, () => window.location.hash)
}
