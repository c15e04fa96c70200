import { createStore, delMany, get, keys, set, type UseStore } from 'idb-keyval'
import { readObject } from '../../../api/read-values.ts'
import type { IndexEntry } from './index-entry.ts'

/** What of an index is kept between visits. */
export type KeptIndex = {
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
export async function readIndex(host: string): Promise<KeptIndex> {
  const { entries, categories, completedAt } = readObject<KeptIndex>(await get(keyOf(host), openStore()))
  return {
    entries: listOf(entries).filter(isEntry),
    categories: listOf(categories).filter(isCategory),
    completedAt: typeof completedAt === 'number' && completedAt <= Date.now() ? completedAt : 0,
  }
}

/** Keeps the index of a host, in place of every other. */
export async function writeIndex(host: string, index: KeptIndex): Promise<void> {
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
