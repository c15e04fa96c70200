import { QueryClient, queryOptions, useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { storeTypedText } from '../../platform/fields.ts'
import { isOnline, onOnline } from '../../platform/online.ts'
import { readStoredJson, writeStoredJson } from '../../platform/storage.ts'

/**
 * Code that is loaded on demand is a query: it is requested once, and again after a failed load, on a click, or when
 * the network returns. `lazyComponent`, `lazyPage` and `lazyOverlay` load components, `load` functions. Bare imports
 * are only in `api` and `platform`, which may not import from `ui`, and in functions that already run as a query or
 * handle the failure.
 */
export const codeClient = new QueryClient({
  defaultOptions: {
    queries: {
      networkMode: 'always',
      refetchOnReconnect: true,
      // The first requests after the network returns often fail.
      retry: (failures) => failures === 0 && isOnline(),
      retryDelay: 500,
      staleTime: Number.POSITIVE_INFINITY,
      gcTime: Number.POSITIVE_INFINITY,
      structuralSharing: false,
    },
  },
})
/** The number of declared modules, which are the keys of their queries. */
let moduleCount = 0

/** Declares code that is loaded when it is first used. */
export function lazyModule<C>(load: () => Promise<C>) {
  const options = queryOptions({
    queryKey: [moduleCount++],
    queryFn: () => loadMissingStyles().then(load),
  })
  return {
    /** Loads and returns the code; undefined if it does not load. Never rejects. */
    load: (): Promise<C | undefined> => codeClient.fetchQuery(options).catch(() => undefined),
    /** Returns the code; undefined if it has not loaded. */
    loaded: (): C | undefined => codeClient.getQueryData(options.queryKey),
    /** Forgets a failure, so that the next use loads the code again. */
    reset: () =>
      codeClient.removeQueries({ queryKey: options.queryKey, predicate: ({ state }) => !!state.error }),
    /**
     * Loads the code and returns it with its state. If a retry fails, the document is reloaded.
     * @param isPage whether the document is also reloaded, once, after the first failure
     */
    useCode(isPage = false) {
      const isClicked = useRef(false)
      const { data, error, refetch } = useQuery({ ...options, retryOnMount: !isPage }, codeClient)
      useEffect(() => {
        if (error && (isPage || isClicked.current)) void reloadDocument(isClicked.current)
      }, [error, isPage])
      const retry = () => {
        isClicked.current = true
        void refetch()
      }
      return { code: data, error, retry }
    },
  }
}

/** Links whose style sheet failed to load. `link.sheet` cannot show this, because it is also null while loading. */
const failedLinks = new Set<HTMLLinkElement>()
// Pages are also prerendered, where there is no window.
if (typeof window === 'object') {
  // Not `mount`, which is for a client that a component unmounts.
  onOnline(() => codeClient.getQueryCache().onOnline())
  // Error events of links do not bubble.
  document.addEventListener(
    'error',
    ({ target }) => {
      if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') failedLinks.add(target)
    },
    true,
  )
}

/**
 * Loads failed style sheets again. Rejects if one fails again.
 * Trap: Vite's loader requests a chunk's style sheet once; a second import of the chunk resolves without it.
 */
async function loadMissingStyles(): Promise<void> {
  await Promise.all(
    [...failedLinks].map(
      (link) =>
        new Promise((loaded, failed) => {
          const copy = link.cloneNode() as HTMLLinkElement
          copy.onload = loaded
          copy.onerror = () => failed(new Error(`${copy.href} did not load.`))
          failedLinks.delete(link)
          link.replaceWith(copy)
        }),
    ),
  )
}

/** The pages that were reloaded in this tab, each with the build that failed to load it. */
const RELOADED_KEY = 'reloadedPages'

/**
 * Reloads the document after code failed to load, because a deployment may have removed the files of this build. Typed
 * text is kept. Does nothing if the server does not respond.
 * @param isRequested whether the shopper clicked Try again. Otherwise, each page of a build is reloaded only once per
 * tab.
 */
async function reloadDocument(isRequested: boolean): Promise<void> {
  if (!isOnline()) return
  const { href, pathname } = window.location
  const response = await fetch(href, { method: 'HEAD', cache: 'no-store' }).catch(() => null)
  // The shopper may have opened another page meanwhile.
  if (response === null || response.status >= 500 || window.location.pathname !== pathname) return
  if (!isRequested && !isFirstReload(pathname)) return
  storeTypedText()
  window.location.reload()
}

/** Whether a page was not reloaded yet. If that cannot be stored, a reload might repeat, so the result is false. */
function isFirstReload(pathname: string): boolean {
  const build = document.querySelector<HTMLLinkElement>('link[data-script]')?.href
  const page = `${build} ${pathname}`
  const stored = readStoredJson(RELOADED_KEY, 'session')
  const reloaded = Array.isArray(stored) ? stored : []
  return !reloaded.includes(page) && writeStoredJson(RELOADED_KEY, [...reloaded, page], 'session')
}
