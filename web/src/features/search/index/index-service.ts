import { createStore, delMany, get, keys, set, type UseStore } from 'idb-keyval'
import { readPublicResponses } from '../../../api/offline-store.ts'
import { readObject } from '../../../api/read-values.ts'
import { type IndexEntry, readResponse } from './index-entry.ts'
import { type FoundProduct, ShopIndex } from './shop-index.ts'

/** What a page asks of the index. */
export type IndexRequest =
  /** Opens the index of a host; always the first. */
  | { type: 'open'; host: string }
  /** An answer of the catalogue, and when it came. */
  | { type: 'answer'; data: unknown; at: number }
  /** The host no longer has a product. */
  | { type: 'gone'; id: number }
  | { type: 'find'; request: number; query: string; most: number }
  /** All products of the host have been passed on. */
  | { type: 'completed' }

/** What the index tells a page. */
export type IndexReply =
  /** `completedAt`: see `KeptIndex`. */
  | { type: 'opened'; size: number; completedAt: number }
  | { type: 'found'; request: number; found: FoundProduct[] }
  /** There are products that were not there before. */
  | { type: 'grown'; size: number }

/** A worker's own side, or one end of a message channel. */
type Port = {
  postMessage: (reply: IndexReply) => void
  addEventListener: (type: 'message', act: (event: MessageEvent<IndexRequest>) => void) => void
}

/** How long after the last change the index is saved and its page notified, in milliseconds. */
const WRITE_AFTER_MS = 2000
const TELL_AFTER_MS = 200

/** Answers a page's requests with an index, in their order: what was kept is there before the first is answered. */
export function serveIndex(port: Port): void {
  const index = new ShopIndex()
  let host = ''
  let completedAt = 0
  let writing: ReturnType<typeof setTimeout> | undefined
  let telling: ReturnType<typeof setTimeout> | undefined

  const write = () => {
    clearTimeout(writing)
    writing = setTimeout(() => {
      // Storage that is full or blocked: the next visit begins with what it sees.
      writeIndex(host, { ...index.stored(), completedAt }).catch(() => undefined)
    }, WRITE_AFTER_MS)
  }
  const take = (data: unknown, at: number) => {
    const { entries, categories } = readResponse(data, at)
    index.addCategories(categories)
    if (entries.length === 0 && categories.length === 0) return
    write()
    if (!index.add(entries) || telling !== undefined) return
    telling = setTimeout(() => {
      telling = undefined
      port.postMessage({ type: 'grown', size: index.size })
    }, TELL_AFTER_MS)
  }
  const open = async () => {
    try {
      const stored = await readIndex(host)
      completedAt = stored.completedAt
      index.addCategories(stored.categories)
      index.add(stored.entries)
      for (const { data, at } of await readPublicResponses()) take(data, at)
    } catch {
      // A browser that keeps nothing: the index holds what this visit sees.
    }
    port.postMessage({ type: 'opened', size: index.size, completedAt })
  }
  const act = async (request: IndexRequest) => {
    if (request.type === 'open') {
      host = request.host
      await open()
    } else if (request.type === 'answer') take(request.data, request.at)
    else if (request.type === 'gone') {
      index.remove(request.id)
      write()
    } else if (request.type === 'completed') {
      completedAt = Date.now()
      write()
    } else
      port.postMessage({
        type: 'found',
        request: request.request,
        found: index.find(request.query, request.most),
      })
  }

  let last: Promise<void> = Promise.resolve()
  port.addEventListener('message', ({ data }) => {
    last = last.then(() => act(data)).catch((error: unknown) => console.info(`The search index: ${error}`))
  })
}

/** What of an index is kept between visits. */
type StoredIndex = {
  entries: IndexEntry[]
  categories: [number, string][]
  /** When all products of the host were last in it, in milliseconds since 1970; 0 for never. */
  completedAt: number
}

/** Another form of what is kept has another number; what an earlier build kept is not read. */
const VERSION = 1
/** A product that was not seen for this long is forgotten, in milliseconds. */
const LONGEST = 30 * 24 * 60 * 60 * 1000

let store: UseStore | undefined
const openStore = () => {
  store ??= createStore('search-index', 'hosts')
  return store
}
const keyOf = (host: string) => `${VERSION} ${host}`

/** The index of a host as the last visit left it; an empty one where there is none. */
async function readIndex(host: string): Promise<StoredIndex> {
  const { entries, categories, completedAt } = readObject<StoredIndex>(await get(keyOf(host), openStore()))
  return {
    entries: listOf(entries).filter(isEntry),
    categories: listOf(categories).filter(isCategory),
    completedAt: typeof completedAt === 'number' && completedAt <= Date.now() ? completedAt : 0,
  }
}

/** Keeps the index of a host, in place of every other. */
async function writeIndex(host: string, index: StoredIndex): Promise<void> {
  await set(keyOf(host), index, openStore())
  const others = (await keys(openStore())).filter((key) => key !== keyOf(host))
  await delMany(others, openStore())
}

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])

/** The database of a browser may hold anything. */
function isEntry(value: unknown): value is IndexEntry {
  const entry = readObject<IndexEntry>(value)
  const texts = [entry.name, entry.image, entry.isbn, entry.names, entry.classes]
  const numbers = [entry.id, entry.volume, entry.seenAt]
  return (
    texts.every((text) => typeof text === 'string') &&
    numbers.every((number) => typeof number === 'number') &&
    [entry.price, entry.stock].every((number) => number === null || typeof number === 'number') &&
    Array.isArray(entry.categories) &&
    entry.categories.every((id) => typeof id === 'number') &&
    Date.now() - (entry.seenAt as number) < LONGEST
  )
}

function isCategory(value: unknown): value is [number, string] {
  return Array.isArray(value) && typeof value[0] === 'number' && typeof value[1] === 'string'
}
