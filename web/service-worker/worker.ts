/**
 * The shop's service worker: serves pages, files and images offline. It never handles requests to the API or for payments.
 */
import { NOT_A_PAGE } from '../src/boot/pages.ts'
import { type KeptFiles, keepFiles, keepShell, removeOldFiles } from './files.ts'
import { answerPicture, isPicture, keepPicture } from './pictures.ts'

declare const self: ServiceWorkerGlobalScope
/** Injected by the build (web/build/service-worker.ts). */
declare const SHOP_FILES: KeptFiles
const files: KeptFiles = SHOP_FILES

/** How long a navigation waits for the network before the cached page is used, in milliseconds. */
const PAGE_TIMEOUT_MS = 3000

/** Messages from a page. */
type Message = { type: 'entry' | 'activate' | 'keep-pages' } | { type: 'keep'; urls: string[] }

self.addEventListener('install', (event) => {
  event.waitUntil(keepShell(files))
})

// No `clients.claim()`, so that open pages keep their version.
self.addEventListener('activate', (event) => {
  event.waitUntil(
    Promise.all([removeOldFiles(files), self.registration.navigationPreload?.enable()]).then(() => undefined),
  )
})

self.addEventListener('message', (event) => {
  const asked = event.data as Message
  if (asked.type === 'entry') event.ports[0]?.postMessage(files.entry)
  if (asked.type === 'activate') event.waitUntil(self.skipWaiting())
  if (asked.type === 'keep-pages') event.waitUntil(keepFiles(files, files.pages).catch(() => undefined))
  if (asked.type === 'keep') event.waitUntil(keepSeen(event, asked.urls))
})

self.addEventListener('fetch', (event) => {
  const { request } = event
  if (request.method !== 'GET') return
  const url = new URL(request.url)
  const isOwn = url.origin === self.location.origin
  if (request.mode === 'navigate') {
    if (isOwn && request.destination === 'document' && !NOT_A_PAGE.test(url.pathname)) {
      event.respondWith(answerPage(event))
    }
  } else if (isOwn && isFile(url)) event.respondWith(answerFile(event))
  else if (request.destination === 'image' && isPicture(url, files.pictureHosts)) {
    event.respondWith(answerPicture(event))
  }
})

/** Files with a hash in their name never change. */
function isFile(url: URL): boolean {
  return url.pathname.startsWith('/assets/')
}

/** Responds with the page from the network, or the cached one if that fails, is an error, or takes too long. */
async function answerPage(event: FetchEvent): Promise<Response> {
  const asked = (async () =>
    ((await event.preloadResponse) as Response | undefined) ?? fetch(event.request))()
  const timeout = new Promise<null>((late) => setTimeout(() => late(null), PAGE_TIMEOUT_MS))
  const answer = await Promise.race([asked.catch(() => null), timeout])
  if (answer && answer.status < 500) return answer
  return (await caches.match('/', { ignoreVary: true })) ?? asked
}

async function answerFile({ request }: FetchEvent): Promise<Response> {
  const kept = await caches.match(request, { ignoreVary: true })
  if (kept) return kept
  const answer = await fetch(request)
  if (answer.status === 200) {
    const copy = answer.clone()
    void caches.open(files.cache).then((cache) => cache.put(request, copy))
  }
  return answer
}

/** Caches files that a page loaded before the worker was active, from the browser's HTTP cache. */
async function keepSeen(event: ExtendableEvent, urls: readonly string[]): Promise<void> {
  for (const url of urls.map((each) => new URL(each, self.location.origin))) {
    try {
      if (url.origin === self.location.origin && isFile(url))
        await keepFiles(files, [url.pathname], 'only-if-cached')
      else if (url.origin === self.location.origin && isPicture(url, files.pictureHosts))
        await keepPicture(event, url)
    } catch {
      // The browser has evicted it; it is cached with the next request.
    }
  }
}
