import { createStore, delMany, get, keys, set, type UseStore } from 'idb-keyval'
import { readPublicResponses } from '../../../api/offline-store.ts'
import { readObject } from '../../../api/read-values.ts'
import { type IndexEntry, readResponse } from './index-entry.ts'
import { type FoundProduct, ShopIndex } from './shop-index.ts'

/** Messages from a page to the worker. */
export type IndexRequest =
  /** Opens the index for a host. Always the first message. */
  | { type: 'open'; host: string }
  /** Adds a catalogue response, received at `at`. */
  | { type: 'response'; data: unknown; at: number }
  /** Removes a product that the host no longer has. */
  | { type: 'removed'; id: number }
  | { type: 'find'; request: number; query: string; most: number }
  /** All of the host's products have been sent. */
  | { type: 'completed' }

/** Messages from the worker to a page. */
export type IndexReply =
  /** The stored index is loaded. For `completedAt`, see `StoredIndex`. */
  | { type: 'opened'; size: number; completedAt: number }
  | ({ type: 'found'; request: number } & IndexResponse)
  /** New products were added. */
  | { type: 'grown'; size: number }

export type IndexResponse = {
  found: FoundProduct[]
  /** The query with its misspelled words replaced; null if products contain every word or none is similar. */
  corrected: string | null
}

/** A worker's global scope or a message port. */
type Port = {
  postMessage: (reply: IndexReply) => void
  addEventListener: (type: 'message', act: (event: MessageEvent<IndexRequest>) => void) => void
}

/** The delays before the index is stored after its last change and before the page is notified, in milliseconds. */
const WRITE_AFTER_MS = 2000
const NOTIFY_AFTER_MS = 200

/** Handles a page's messages in order, each after the `open` message has loaded the stored index. */
export function serveIndex(port: Port): void {
  const index = new ShopIndex()
  let host = ''
  let completedAt = 0
  let writing: ReturnType<typeof setTimeout> | undefined
  let notifying: ReturnType<typeof setTimeout> | undefined

  const write = () => {
    clearTimeout(writing)
    writing = setTimeout(() => {
      // If storage is full or blocked, the next visit starts with an empty index.
      writeIndex(host, { ...index.stored(), completedAt }).catch(() => undefined)
    }, WRITE_AFTER_MS)
  }
  const addResponse = (data: unknown, at: number) => {
    const { entries, categories } = readResponse(data, at)
    index.addCategories(categories)
    if (entries.length === 0 && categories.length === 0) return
    write()
    if (!index.add(entries) || notifying !== undefined) return
    notifying = setTimeout(() => {
      notifying = undefined
      port.postMessage({ type: 'grown', size: index.size })
    }, NOTIFY_AFTER_MS)
  }
  const open = async () => {
    try {
      const stored = await readIndex(host)
      completedAt = stored.completedAt
      index.addCategories(stored.categories)
      index.add(stored.entries)
      for (const { data, at } of await readPublicResponses()) addResponse(data, at)
    } catch {
      // Without storage, the index contains only the products of this visit.
    }
    port.postMessage({ type: 'opened', size: index.size, completedAt })
  }
  const handle = async (request: IndexRequest) => {
    if (request.type === 'open') {
      host = request.host
      await open()
    } else if (request.type === 'response') addResponse(request.data, request.at)
    else if (request.type === 'removed') {
      index.remove(request.id)
      write()
    } else if (request.type === 'completed') {
      completedAt = Date.now()
      write()
    } else {
      const found = index.find(request.query, request.most)
      const corrected = found[0]?.isExact === false ? index.correct(request.query) : null
      port.postMessage({ type: 'found', request: request.request, found, corrected })
    }
  }

  let queue: Promise<void> = Promise.resolve()
  port.addEventListener('message', ({ data }) => {
    queue = queue
      .then(() => handle(data))
      .catch((error: unknown) => console.info(`The search index: ${error}`))
  })
}

/** The stored form of an index. */
type StoredIndex = {
  entries: IndexEntry[]
  categories: [number, string][]
  /** When the index last contained all of the host's products, in milliseconds since 1970; 0 for never. */
  completedAt: number
}

/** Incremented when the stored format changes. Other versions are ignored. */
const VERSION = 2
/** How long a product stays in the index after it was last received, in milliseconds. */
const MAX_AGE_MS = 30 * 24 * 60 * 60 * 1000

let store: UseStore | undefined
const openStore = () => {
  store ??= createStore('search-index', 'hosts')
  return store
}
const keyOf = (host: string) => `${VERSION} ${host}`

/** Reads the stored index for a host. Returns an empty index if there is none. */
async function readIndex(host: string): Promise<StoredIndex> {
  const { entries, categories, completedAt } = readObject<StoredIndex>(await get(keyOf(host), openStore()))
  return {
    entries: asList(entries).filter(isEntry),
    categories: asList(categories).filter(isCategory),
    completedAt: typeof completedAt === 'number' && completedAt <= Date.now() ? completedAt : 0,
  }
}

/** Stores the index for a host and deletes all others. */
async function writeIndex(host: string, index: StoredIndex): Promise<void> {
  await set(keyOf(host), index, openStore())
  const otherKeys = (await keys(openStore())).filter((key) => key !== keyOf(host))
  await delMany(otherKeys, openStore())
}

const asList = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])

/** Whether a stored value is a valid and recent entry. Checked because the database may contain invalid data. */
function isEntry(value: unknown): value is IndexEntry {
  const entry = readObject<IndexEntry>(value)
  const texts = [entry.name, entry.image, entry.author, entry.isbn, entry.names, entry.classes]
  const numbers = [entry.id, entry.volume, entry.seenAt]
  return (
    texts.every((text) => typeof text === 'string') &&
    numbers.every((number) => typeof number === 'number') &&
    [entry.price, entry.stock, entry.original_price, entry.discount_percentage].every(
      (number) => number === null || typeof number === 'number',
    ) &&
    Array.isArray(entry.categories) &&
    entry.categories.every((id) => typeof id === 'number') &&
    Date.now() - (entry.seenAt as number) < MAX_AGE_MS
  )
}

function isCategory(value: unknown): value is [number, string] {
  return Array.isArray(value) && typeof value[0] === 'number' && typeof value[1] === 'string'
}
