import { readStoredJson, writeStoredJson } from './storage.ts'

/** The sessionStorage key of an entry that the browser refused to add, for the document that is loaded instead. */
const REFUSED_ENTRY = 'refusedEntry'
type RefusedEntry = { url: string; state: unknown }

/**
 * Makes the shop work if the browser refuses changes of the history: Safari throws after 100 changes in 30 seconds.
 * React Router then opens the URL as a document, which would lose the entry's state, such as the chosen address. A
 * refused `replaceState` keeps the state in memory, and opens the URL if it has changed.
 */
export function tolerateRefusedHistory(): void {
  const { history, location } = window
  const absolute = (url: string | URL | null | undefined) => new URL(url ?? location.href, location.href).href
  const dropState = () => Reflect.deleteProperty(history, 'state')
  window.addEventListener('popstate', dropState, true)

  guard('replaceState', (state, _, url) => {
    Object.defineProperty(history, 'state', { configurable: true, get: () => state })
    if (absolute(url) !== location.href) location.replace(absolute(url))
  })
  guard('pushState', (state, _, url) => {
    writeStoredJson(REFUSED_ENTRY, { url: absolute(url), state } satisfies RefusedEntry, 'session')
    // React Router opens the URL as a document.
    throw new Error('The browser refused the entry.')
  })

  const refused = readStoredJson(REFUSED_ENTRY, 'session') as RefusedEntry | null | undefined
  if (!refused) return
  writeStoredJson(REFUSED_ENTRY, null, 'session')
  if (refused.url === location.href) history.replaceState(refused.state, '')

  function guard(method: 'pushState' | 'replaceState', onRefusal: History['pushState']): void {
    let change: History['pushState'] | undefined
    try {
      change = history[method].bind(history)
    } catch {
      // The method is missing or blocked.
    }
    const value: History['pushState'] = (state, unused, url) => {
      try {
        if (!change) throw new Error(`history.${method} is missing.`)
        change(state, unused, url)
        dropState()
      } catch (error) {
        if ((error as Error).name === 'DataCloneError') throw error
        onRefusal(state, unused, url)
      }
    }
    Object.defineProperty(history, method, { configurable: true, writable: true, value })
  }
}
