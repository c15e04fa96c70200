/** The files of one build of the shop, as paths. */
export type KeptFiles = {
  /** The name of their cache: another for each build. */
  cache: string
  /** The script that starts the app: it names the build. */
  entry: string
  /** What every page needs. */
  shell: readonly string[]
  /** The code of all pages. */
  pages: readonly string[]
  /** Origins of pictures besides the shop's own; they are read by CORS. */
  pictureHosts: readonly string[]
}

/** Caches of this kind, one per build. */
const PREFIX = 'files-'

/**
 * Keeps the page and what every page needs. Throws, so that the worker is not installed, when something fails or the
 * server has another build by now.
 */
export async function keepShell(files: KeptFiles): Promise<void> {
  await keepFiles(files, files.shell)
  const answer = await fetch('/', { cache: 'no-cache', headers: { Accept: 'text/html' } })
  const html = await answer.text()
  if (!answer.ok || !html.includes(files.entry)) throw new Error('The page belongs to another build.')
  const cache = await caches.open(files.cache)
  // A response that was redirected may not answer a navigation; a new one may.
  await cache.put('/', new Response(html, { headers: answer.headers }))
}

/** Keeps files; what an earlier build or the browser's own cache has is not downloaded again. Throws when one fails. */
export async function keepFiles(
  files: KeptFiles,
  paths: readonly string[],
  mode: RequestCache = 'default',
): Promise<void> {
  const cache = await caches.open(files.cache)
  for (const path of paths) {
    if (await cache.match(path, { ignoreVary: true })) continue
    const request = new Request(path, { cache: mode, mode: 'same-origin' })
    const answer = (await caches.match(path, { ignoreVary: true })) ?? (await fetch(request))
    if (answer.status !== 200) throw new Error(`${path} was answered with ${answer.status}.`)
    await cache.put(path, answer)
  }
}

/** Removes the files of builds before the last: a page that is still open may need those of its own. */
export async function removeOldFiles({ cache: current }: KeptFiles): Promise<void> {
  const others = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== current)
  await Promise.all(others.slice(0, -1).map((name) => caches.delete(name)))
}
