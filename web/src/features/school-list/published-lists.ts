import { queryOptions } from '@tanstack/react-query'
import { readId, readObject, readText } from '../../api/read-values.ts'
import {
  cleanText,
  decodeList,
  encodeList,
  LIST_LIMITS,
  type ListLine,
  type SchoolList,
} from './list-link.ts'

/** The file with the shop's published school lists (docs/entries.md). */
const PUBLISHED_LISTS_URL = '/school-lists.json'

/** Limits on the number of characters and lists in the file. */
const MAX_FILE_LENGTH = 500_000
const MAX_LISTS = 300

export type PublishedList = {
  school: string
  title: string
  /** The number of lines. */
  lines: number
  /** The fragment of the list's link. */
  fragment: string
}

type PublishedLists = {
  lists: PublishedList[]
  /** The number of entries that couldn't be read. */
  skipped: number
}

/** The published school lists. Empty if the file is missing. */
export function publishedListsQuery() {
  return queryOptions({
    queryKey: ['published-lists'],
    queryFn: async ({ signal }): Promise<PublishedLists> => {
      // Cached copies are revalidated, because the file can change without a build.
      const response = await fetch(PUBLISHED_LISTS_URL, { signal, cache: 'no-cache' })
      if (response.status === 404) return { lists: [], skipped: 0 }
      if (!response.ok) throw new Error(`${PUBLISHED_LISTS_URL} responded with ${response.status}`)
      const text = await response.text()
      if (text.length > MAX_FILE_LENGTH) throw new RangeError(`${PUBLISHED_LISTS_URL} is too long.`)
      return readPublishedLists(JSON.parse(text))
    },
  })
}

/** Reads the lists from the file. Invalid entries are skipped and counted. */
export async function readPublishedLists(file: unknown): Promise<PublishedLists> {
  const { lists } = readObject(file)
  const entries = Array.isArray(lists) ? lists : []
  const read = await Promise.all(entries.slice(0, MAX_LISTS).map(readEntry))
  const found = read.filter((list) => list !== null)
  return { lists: found, skipped: entries.length - found.length }
}

type Entry = { school: unknown; title: unknown; link: unknown; lines: unknown }

async function readEntry(value: unknown): Promise<PublishedList | null> {
  const { school, title, link, lines } = readObject<Entry>(value)
  const name = cleanText(readText(title), LIST_LIMITS.titleCharacters)
  const fragment =
    typeof link === 'string' ? link.slice(link.indexOf('#') + 1) : await fragmentOf(name, readLines(lines))
  const list = fragment === null ? null : await decodeList(fragment)
  if (fragment === null || list === null) return null
  return {
    school: cleanText(readText(school), LIST_LIMITS.titleCharacters),
    title: name || list.title || 'School list',
    lines: list.lines.length,
    fragment,
  }
}

function fragmentOf(title: string, lines: ListLine[]): Promise<string> | null {
  const list: SchoolList = { title, lines }
  return lines.length === 0 || lines.length > LIST_LIMITS.lines ? null : encodeList(list)
}

/** Reads an entry's lines. Returns none if any line is invalid, so that parents never buy from an incomplete list. */
function readLines(value: unknown): ListLine[] {
  const lines = (Array.isArray(value) ? value : []).map((line): ListLine | null => {
    const { id, quantity = 1, name, note } = readObject<ListLine>(line)
    const product = readId(id)
    const count = readId(quantity)
    if (product === null || count === null || count > LIST_LIMITS.quantity) return null
    return {
      id: product,
      quantity: count,
      name: cleanText(readText(name), LIST_LIMITS.nameCharacters),
      note: cleanText(readText(note), LIST_LIMITS.noteCharacters),
    }
  })
  const read = lines.filter((line) => line !== null)
  return read.length === lines.length ? read : []
}
