import MiniSearch, { type Query, type SearchOptions } from 'minisearch'
import { limits } from '../../../config/limits.ts'
import { type CategoryNames, classesOfEntry, type IndexEntry } from './index-entry.ts'
import { foldText, type ParsedQuery, type QueryWord, readQuery, wordsOf } from './query-words.ts'

/** A product that the index has found; the best have the highest score. */
export type FoundProduct = Pick<
  IndexEntry,
  'id' | 'name' | 'price' | 'image' | 'stock' | 'isbn' | 'seenAt'
> & { score: number }

/** How many of the oldest go at once when there are too many. */
const DROPPED = 500

type Indexed = { id: number; name: string; names: string; classes: string }

/** From how many letters on a word may have one, and two, wrong ones. */
const ONE_WRONG = 4
const TWO_WRONG = 6
/** What is found with less than this share of the best score is left out. */
const LEAST_SHARE = 0.2
/** Of the words asked for, what share must be there when they are not all there together; one at least. */
const LEAST_WORDS = 0.5
/** How many of the best are put in order by what follows. */
const ORDERED = 100
/** A name that begins as the query does, one with a weak word of it, and a product that is sold out. */
const BEGINS = 1.5
const SAYS_WEAK = 1.1
const SOLD_OUT = 0.9

const WORDS: SearchOptions = { fields: ['name', 'names'], boost: { name: 2, names: 1 } }
const CLASSES: SearchOptions = {
  ...{ fields: ['classes'], boost: { classes: 4 }, prefix: false, fuzzy: false },
  combineWith: 'OR',
}
const EXACT: SearchOptions = { prefix: (term) => term.length > 1, fuzzy: false }
const WITH_MISTAKES: SearchOptions = {
  prefix: (term) => term.length > 1,
  fuzzy: (term) => (term.length >= TWO_WRONG ? 2 : term.length >= ONE_WRONG ? 1 : false),
}

/** The products that this browser has seen, found by what people type. Knows nothing of storage or of workers. */
export class ShopIndex {
  readonly #entries = new Map<number, IndexEntry>()
  readonly #categories = new Map<number, string>()
  /** The classes under which each product is indexed now. */
  readonly #classes = new Map<number, string>()
  readonly #words = new MiniSearch<Indexed>({
    fields: ['name', 'names', 'classes'],
    tokenize: wordsOf,
    processTerm: (term) => term,
    // trap: it tidies in steps, and throws where the index changes between two of them. Each visit makes a new index.
    autoVacuum: false,
  })

  get size(): number {
    return this.#entries.size
  }

  /** What is to be kept between visits. */
  stored(): { entries: IndexEntry[]; categories: [number, string][] } {
    return { entries: [...this.#entries.values()], categories: [...this.#categories] }
  }

  /** @returns whether a product is new */
  add(entries: readonly IndexEntry[]): boolean {
    const before = this.#entries.size
    for (const entry of entries) this.#put(entry)
    const hasNew = this.#entries.size > before
    if (this.#entries.size > limits.indexedProducts) this.#dropOldest()
    return hasNew
  }

  /** Names of categories say which classes textbooks are for: those that change by them are indexed again. */
  addCategories(categories: CategoryNames | readonly [number, string][]): void {
    const before = this.#categories.size
    for (const [id, name] of categories) this.#categories.set(id, name)
    if (this.#categories.size === before) return
    for (const entry of this.#entries.values())
      if (classesOfEntry(entry, this.#categories) !== this.#classes.get(entry.id)) this.#index(entry)
  }

  remove(id: number): void {
    if (!this.#entries.delete(id)) return
    this.#classes.delete(id)
    this.#words.discard(id)
  }

  /** The best first. */
  find(query: string, most: number): FoundProduct[] {
    const requested = readQuery(query)
    const scores =
      requested.isbn === null ? this.#byWords(requested, query) : this.#byIsbn(requested.isbn, most)
    return scores.slice(0, most).map(([{ id, name, price, image, stock, isbn, seenAt }, score]) => ({
      ...{ id, name, price, image, stock, isbn, seenAt },
      score,
    }))
  }

  #put(entry: IndexEntry): void {
    const known = this.#entries.get(entry.id)
    if (known && known.seenAt > entry.seenAt) return
    this.#entries.set(entry.id, entry)
    const isSame =
      known?.name === entry.name &&
      known.names === entry.names &&
      this.#classes.get(entry.id) === classesOfEntry(entry, this.#categories)
    if (!isSame) this.#index(entry)
  }

  #index(entry: IndexEntry): void {
    const { id, name, names } = entry
    const classes = classesOfEntry(entry, this.#categories)
    this.#classes.set(id, classes)
    if (this.#words.has(id)) this.#words.discard(id)
    this.#words.add({ id, name, names, classes })
  }

  #dropOldest(): void {
    const oldest = [...this.#entries.values()].sort((a, b) => a.seenAt - b.seenAt)
    const surplus = this.#entries.size - limits.indexedProducts
    for (const { id } of oldest.slice(0, Math.max(surplus, DROPPED))) this.remove(id)
  }

  #byIsbn(measurements: string, most: number): [IndexEntry, number][] {
    const found: [IndexEntry, number][] = []
    for (const entry of this.#entries.values()) {
      if (found.length === most) break
      if (entry.isbn.startsWith(measurements)) found.push([entry, 1])
    }
    return found
  }

  /** As it is written; else with mistakes; else the class and some of the words. */
  #byWords({ classes, words }: ParsedQuery, query: string): [IndexEntry, number][] {
    const ofClasses: Query[] = classes.length === 0 ? [] : [{ ...CLASSES, queries: [...classes] }]
    const ofWords = words.filter(({ kind }) => kind !== 'weak').map(queryOf)
    const queries = [...ofClasses, ...ofWords]
    if (queries.length === 0) return []
    let results = this.#words.search({ combineWith: 'AND', queries }, EXACT)
    if (results.length === 0) results = this.#words.search({ combineWith: 'AND', queries }, WITH_MISTAKES)
    if (results.length === 0 && ofWords.length > 1) {
      const least = Math.max(1, Math.floor(ofWords.length * LEAST_WORDS))
      const some: Query = { combineWith: 'OR', queries: ofWords }
      results = this.#words
        .search({ combineWith: 'AND', queries: [...ofClasses, some] }, WITH_MISTAKES)
        .filter(({ queryTerms }) => queryTerms.filter((term) => !classes.includes(term)).length >= least)
    }
    const start = foldText(query).trim()
    const weak = words.flatMap(({ kind, text, same }) => (kind === 'weak' ? [[text, ...same]] : []))
    const enough = (results[0]?.score ?? 0) * LEAST_SHARE
    return results
      .slice(0, ORDERED)
      .filter(({ score }) => score >= enough)
      .flatMap(({ id, score }): [IndexEntry, number][] => {
        const entry = this.#entries.get(id as number)
        if (!entry) return []
        const begins = foldText(entry.name).startsWith(start) ? BEGINS : 1
        const own = weak.length === 0 ? [] : wordsOf(entry.name)
        const said = weak.filter((texts) => texts.some((text) => own.includes(text))).length
        return [[entry, score * begins * SAYS_WEAK ** said * (entry.stock === 0 ? SOLD_OUT : 1)]]
      })
      .sort(([, a], [, b]) => b - a)
  }
}

/** A word, or any that means the same; each may be several words, which must all be there. */
function queryOf({ text, same, kind }: QueryWord): Query {
  const all = (words: string): Query => ({ ...WORDS, combineWith: 'AND', queries: words.split(' ') })
  return {
    ...WORDS,
    ...(kind === 'number' ? { prefix: false, fuzzy: false } : {}),
    combineWith: 'OR',
    queries: [text, ...same].map(all),
  }
}
