import { ExpirationPlugin } from 'workbox-expiration'
import { CacheFirst } from 'workbox-strategies'
import { isImageResponse } from './files.ts'

declare const self: ServiceWorkerGlobalScope

const CACHE = 'images'
/** Paths of the catalogue's images. Images of customers, such as those below /storage/profile/, are not cached. */
const IMAGE_PATH =
  /^\/(storage\/(app\/public\/)?)?(product|banner|category)\/|^\/[^/]+\/(storage\/)?category\//

/** Caches up to 200 images for 30 days; no partial or opaque responses and none of another content type. */
const images = new CacheFirst({
  cacheName: CACHE,
  matchOptions: { ignoreVary: true },
  plugins: [
    {
      cacheWillUpdate: async ({ response }) => (isImageResponse(response) ? response : null),
      cachedResponseWillBeUsed: async ({ cachedResponse }) =>
        cachedResponse && isImageResponse(cachedResponse) ? cachedResponse : null,
    },
    new ExpirationPlugin({ maxEntries: 200, maxAgeSeconds: 30 * 24 * 60 * 60, purgeOnQuotaError: true }),
  ],
})

/** Origins that serve images without CORS. */
const unreadable = new Set<string>()

/** Whether a URL is an image on the shop's origin or on one of the hosts. */
export function isImage(url: URL, hosts: readonly string[]): boolean {
  const isKnown =
    url.origin === self.location.origin || (hosts.includes(url.origin) && !unreadable.has(url.origin))
  return isKnown && IMAGE_PATH.test(url.pathname)
}

export async function respondWithImage(event: FetchEvent): Promise<Response> {
  const { request } = event
  const { origin } = new URL(request.url)
  if (origin === self.location.origin) return images.handle({ event, request })
  try {
    const readable = new Request(request.url, { mode: 'cors', credentials: 'omit' })
    return await images.handle({ event, request: readable })
  } catch {
    const response = await fetch(request)
    // Not if the network failed, because cached images of the origin would then be unavailable.
    unreadable.add(origin)
    return response
  }
}

/** Caches an image on the shop's origin from the HTTP cache. Throws if the image was evicted. */
export async function cacheImage(event: ExtendableEvent, url: URL): Promise<void> {
  const request = new Request(url, { cache: 'only-if-cached', mode: 'same-origin' })
  await images.handle({ event, request })
}
