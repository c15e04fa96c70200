import type { ImageFolder } from '../../src/contracts.ts'
import { type Exchange, emptyExchange, type Host, sendOutgoing } from './exchange.ts'

/** Maximum number of files to request per folder. A single missing file is not drift. */
const MAX_FILES = 3

/** Returns the exchange of an image folder without requests. */
export function imageExchange({ name, endpoint }: ImageFolder, reason: string): Exchange {
  const example = { title: endpoint.summary, status: 200 }
  return { ...emptyExchange({ name, endpoint, example, isSilent: false }), reason }
}

/** Whether the image may be in a different folder. */
export function isMissingImage({ response }: Exchange): boolean {
  return response?.status === 404 || response?.status === 410
}

/**
 * Requests images like a client: a file from its first folder and then from the alternatives, until a folder contains
 * it. Yields the exchanges of each group of folders with the number of requested files.
 */
export async function* sendImages(
  host: Host,
  folders: readonly ImageFolder[],
): AsyncGenerator<{ group: Exchange[]; files: number }> {
  const { contracts, session, values } = host
  for (const name of new Set(folders.map(({ files }) => files))) {
    const candidates = values[name]
    const files = Array.isArray(candidates) ? candidates.slice(0, MAX_FILES) : []
    const reason = `no earlier response contained ${contracts.valueNames[name] ?? name}`
    // All folders of the group are requested, because a file may be in any of them.
    const group = contracts.images
      .filter((folder) => folder.files === name)
      .map((folder) => imageExchange(folder, reason))
    let requested = 0
    for (const file of files) {
      requested++
      for (const exchange of group)
        Object.assign(
          exchange,
          await sendOutgoing(session, exchange, {
            name: exchange.name,
            method: 'GET',
            path: exchange.endpoint.path.replace('{file}', encodeURIComponent(String(file))),
            json: false,
          }),
        )
      if (!group.every(isMissingImage)) break
    }
    host.exchanges.push(...group.filter(({ name: folder }) => folders.some((other) => other.name === folder)))
    yield { group, files: requested }
  }
}
