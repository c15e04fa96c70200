/** The files of one build of the shop, as paths. */
export type CachedFiles = {
  /** The name of the cache for these files, unique per build. */
  cache: string
  /** The app's entry script, which identifies the build. */
  entry: string
  shellFiles: readonly string[]
  pages: readonly string[]
  /** Origins of images in addition to the shop's. They are requested with CORS. */
  imageHosts: readonly string[]
}

/** The shell that is served for navigations while offline. Any shell serves every path; this one has no main image. */
export const SHELL_PAGE = '/shells/category.html'

/** Prefix of the cache names of all builds. */
const PREFIX = 'files-'

/**
 * Caches the shell's files and its page. A failed request or a different build on the server aborts the installation.
 */
export async function cacheShell(files: CachedFiles): Promise<void> {
  await cacheFiles(files, files.shellFiles)
  const response = await fetch(SHELL_PAGE, { cache: 'no-cache', headers: { Accept: 'text/html' } })
  const html = await response.text()
  if (!response.ok || !html.includes(files.entry)) throw new Error('The page belongs to a different build.')
  const cache = await caches.open(files.cache)
  // The shop's outdated-times.ts reads this attribute.
  const marked = html.replace('<html', '<html data-cached')
  // Copied, because a redirected response cannot be used for a navigation.
  await cache.put(SHELL_PAGE, new Response(marked, { headers: response.headers }))
}

/** Caches files. Uses the caches of earlier builds and the HTTP cache before the network. Throws if a request fails. */
export async function cacheFiles(
  files: CachedFiles,
  paths: readonly string[],
  mode: RequestCache = 'default',
): Promise<void> {
  const cache = await caches.open(files.cache)
  for (const path of paths) {
    const cached = await findFile(path, cache)
    if (cached) continue
    const response = (await findFile(path)) ?? (await fetchFile(path, mode))
    if (!isFileResponse(path, response)) throw new Error(`${path} responded with ${response.status}.`)
    await cache.put(path, response)
  }
}

/** Returns a file from one cache or from all, without copies of another content type. */
export async function findFile(
  path: string,
  cache: Pick<Cache, 'match'> = caches,
): Promise<Response | undefined> {
  const cached = await cache.match(path, { ignoreVary: true })
  return cached && isFileResponse(path, cached) ? cached : undefined
}

/** Requests a file. Goes past the HTTP cache if that responds with another content type. */
export async function fetchFile(path: string, mode: RequestCache): Promise<Response> {
  const response = await fetch(new Request(path, { cache: mode, mode: 'same-origin' }))
  if (mode !== 'default' || isFileResponse(path, response)) return response
  return fetch(new Request(path, { cache: 'reload', mode: 'same-origin' }))
}

/** Deletes old caches, except those of the two previous builds, which open pages may still need. */
export async function removeOldFiles({ cache: current }: CachedFiles): Promise<void> {
  // In the order of their creation.
  const otherCaches = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== current)
  await Promise.all(otherCaches.slice(0, -2).map((name) => caches.delete(name)))
}

const TYPES: Readonly<Record<string, RegExp>> = {
  js: /^(text|application)\/(x-)?javascript/,
  css: /^text\/css/,
  woff2: /^(font\/|application\/(font-|x-font-|octet-stream))/,
}
const IMAGE_TYPE = /^image\//

export function isImageResponse(response: Response): boolean {
  return response.status === 200 && IMAGE_TYPE.test(typeOf(response))
}

/**
 * Whether a response is complete and has the content type of the file. A hotspot may respond to every request with its
 * sign-in page and status 200.
 * @param path of a file with a hash in its name
 */
export function isFileResponse(path: string, response: Response): boolean {
  const expected = TYPES[path.replace(/^.*\./, '')] ?? IMAGE_TYPE
  return response.status === 200 && expected.test(typeOf(response))
}

const typeOf = ({ headers }: Response) => headers.get('content-type') ?? ''
