// The shop's service worker: pages, files and images offline; never requests to the API or for payments.
import { NOT_A_DOCUMENT } from '../src/config/paths.ts'
import {
  type CachedFiles,
  cacheFiles,
  cacheShell,
  fetchFile,
  findFile,
  isFileResponse,
  removeOldFiles,
  SHELL_PAGE,
} from './files.ts'
import { cacheImage, isImage, respondWithImage } from './images.ts'

declare const self: ServiceWorkerGlobalScope
/** Injected by the build (web/build/service-worker.ts). */
declare const SHOP_FILES: CachedFiles
const files: CachedFiles = SHOP_FILES

/** The maximum time for which a navigation waits for the network, in milliseconds. Then the cached page is used. */
const PAGE_TIMEOUT_MS = 3000

type Message = { type: 'cache-pages' } | { type: 'cache-loaded'; urls: string[] }

self.addEventListener('install', (event) => {
  // Open pages of the previous build find their files in its cache, which is not deleted (removeOldFiles).
  void self.skipWaiting()
  event.waitUntil(cacheShell(files))
})

self.addEventListener('activate', (event) => {
  event.waitUntil(
    Promise.all([removeOldFiles(files), self.registration.navigationPreload?.enable()]).then(() => undefined),
  )
})

self.addEventListener('message', (event) => {
  const requested = event.data as Message
  if (requested.type === 'cache-pages') event.waitUntil(cacheFiles(files, files.pages).catch(() => undefined))
  if (requested.type === 'cache-loaded') event.waitUntil(cacheLoadedFiles(event, requested.urls))
})

self.addEventListener('fetch', (event) => {
  const { request } = event
  if (request.method !== 'GET') return
  const url = new URL(request.url)
  const isOwn = url.origin === self.location.origin
  if (request.mode === 'navigate') {
    if (isOwn && request.destination === 'document' && !NOT_A_DOCUMENT.test(url.pathname)) {
      event.respondWith(respondWithPage(event))
    }
  } else if (isOwn && isFile(url)) event.respondWith(respondWithFile(event))
  else if (request.destination === 'image' && isImage(url, files.imageHosts)) {
    event.respondWith(respondWithImage(event))
  }
})

/** Whether a URL is that of a file with a hash in its name, which never changes. */
function isFile(url: URL): boolean {
  return url.pathname.startsWith('/assets/')
}

/** Responds with the cached page if the network fails, is slow or returns a server error. */
async function respondWithPage(event: FetchEvent): Promise<Response> {
  const requested = (async () =>
    ((await event.preloadResponse) as Response | undefined) ?? fetch(event.request))()
  const timeout = new Promise<null>((resolve) => setTimeout(() => resolve(null), PAGE_TIMEOUT_MS))
  const response = await Promise.race([requested.catch(() => null), timeout])
  if (response && response.status < 500) return response
  // Not `caches.match`, which finds the page of the oldest build.
  const cache = await caches.open(files.cache)
  return (await cache.match(SHELL_PAGE, { ignoreVary: true })) ?? requested
}

async function respondWithFile(event: FetchEvent): Promise<Response> {
  const { request } = event
  const { pathname } = new URL(request.url)
  const cached = await findFile(pathname)
  if (cached) return cached
  const response = await fetchFile(pathname, request.cache)
  if (isFileResponse(pathname, response)) {
    const copy = response.clone()
    const stored = caches.open(files.cache).then((cache) => cache.put(pathname, copy))
    // Storage may be full.
    event.waitUntil(stored.catch(() => undefined))
  }
  return response
}

/** Caches files that a page loaded before the worker was active, from the browser's HTTP cache. */
async function cacheLoadedFiles(event: ExtendableEvent, urls: readonly string[]): Promise<void> {
  for (const url of urls.map((each) => new URL(each, self.location.origin))) {
    try {
      if (url.origin === self.location.origin && isFile(url))
        await cacheFiles(files, [url.pathname], 'only-if-cached')
      else if (url.origin === self.location.origin && isImage(url, files.imageHosts))
        await cacheImage(event, url)
    } catch {
      // The browser has evicted the file; it is cached again on the next request.
    }
  }
}
