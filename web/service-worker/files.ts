/** The files of one build of the shop, as paths. */
export type CachedFiles = {
  /** The name of their cache, unique per build. */
  cache: string
  /** The app's entry script, which identifies the build. */
  entry: string
  /** Files of every page. */
  shell: readonly string[]
  /** The code of all pages. */
  pages: readonly string[]
  /** Other origins of images, requested with CORS. */
  imageHosts: readonly string[]
}

/** Caches of this kind, one per build. */
const PREFIX = 'files-'

/**
 * Caches index.html and the files of every page. Throws, which aborts the installation, if a request fails or the server has
 * a different build.
 */
export async function cacheShell(files: CachedFiles): Promise<void> {
  await cacheFiles(files, files.shell)
  const response = await fetch('/', { cache: 'no-cache', headers: { Accept: 'text/html' } })
  const html = await response.text()
  if (!response.ok || !html.includes(files.entry)) throw new Error('The page belongs to another build.')
  const cache = await caches.open(files.cache)
  // A redirected response cannot be used for a navigation; a copy can.
  await cache.put('/', new Response(html, { headers: response.headers }))
}

/** Caches files, without downloading those in an earlier build's cache or the HTTP cache. Throws if one fails. */
export async function cacheFiles(
  files: CachedFiles,
  paths: readonly string[],
  mode: RequestCache = 'default',
): Promise<void> {
  const cache = await caches.open(files.cache)
  for (const path of paths) {
    if (await cache.match(path, { ignoreVary: true })) continue
    const request = new Request(path, { cache: mode, mode: 'same-origin' })
    const response = (await caches.match(path, { ignoreVary: true })) ?? (await fetch(request))
    if (response.status !== 200) throw new Error(`${path} responded with ${response.status}.`)
    await cache.put(path, response)
  }
}

/** Deletes the caches of builds before the previous one, which open pages may still need. */
export async function removeOldFiles({ cache: current }: CachedFiles): Promise<void> {
  const otherCaches = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== current)
  await Promise.all(otherCaches.slice(0, -1).map((name) => caches.delete(name)))
}
