import { editDistance } from 'contracts/nearest-name'
import MiniSearch, { type Query, type SearchOptions, type SearchResult } from 'minisearch'
import { NAME, plainText } from '../../../domain/book-facts.ts'
import { readProduct, type ShopProduct } from '../../../domain/product.ts'
import { findInResponse } from '../../../domain/products-in-response.ts'
import { schoolClassesOf } from '../../../domain/school-class.ts'
import {
  foldText,
  type ParsedQuery,
  type QueryWord,
  readQuery,
  readTypedClasses,
  wordsOf,
} from './query-words.ts'

/** The maximum number of products. The oldest are removed first. */
export const MAX_PRODUCTS = 10_000

export type FoundProduct = Pick<IndexEntry, 'id' | 'product' | 'receivedAt'> & {
  /** Whether the product contains every word of the query as typed, or a synonym. */
  isExact: boolean
}

/** The number of old products to drop when the limit is exceeded. */
const DROPPED_PRODUCTS = 500

/** Products with their scores, best first. `isExact` is described at FoundProduct. */
type Scores = { isExact: boolean; scores: [IndexEntry, number][] }

/** The texts of a product that are searched, as described at IndexEntry. */
type ProductTexts = { id: number; name: string; names: string; classes: string }

/** The minimum lengths of words that match with one and with two typos. */
const MIN_LENGTH_ONE_TYPO = 4
const MIN_LENGTH_TWO_TYPOS = 8
/** The length below which a word with a superfluous letter begins like its correction: a psalm is not a palm. */
const MIN_LENGTH_ANY_START = 6
/** Results below this share of the best score are omitted. */
const MIN_SCORE_SHARE = 0.2
/** The share of a query's words that must match if no product matches all of them. At least one word must match. */
const MIN_WORD_SHARE = 0.5
/** The number of results that are ranked with the factors below. */
const MAX_RANKED = 100
/** Score factors for names that begin with the query, textbooks for the class, weak words and sold-out products. */
const PREFIX_FACTOR = 1.5
const TEXTBOOK_FACTOR = 1.3
const WEAK_WORD_FACTOR = 1.1
const SOLD_OUT_FACTOR = 0.9

const WORDS: SearchOptions = { fields: ['name', 'names'], boost: { name: 2, names: 1 } }
const CLASSES: SearchOptions = {
  fields: ['classes'],
  boost: { classes: 4 },
  prefix: false,
  combineWith: 'OR',
}
const EXACT: SearchOptions = { prefix: (term) => term.length > 1 }
/** Finds more than `isTypo` accepts, because the library counts two characters in the wrong order as two edits. */
const SIMILAR: SearchOptions = { fuzzy: 2 }

/** A search index of the products that this browser has loaded. Independent of storage. */
export class ShopIndex {
  readonly #entries = new Map<number, IndexEntry>()
  /** When products were found to be no longer sold, by id, in milliseconds since 1970. */
  readonly #removalTimes = new Map<number, number>()
  readonly #categories: CategoryNames = new Map()
  readonly #texts = new Map<number, ProductTexts>()
  readonly #miniSearch = new MiniSearch<ProductTexts>({
    fields: ['name', 'names', 'classes'],
    tokenize: wordsOf,
    processTerm: (term) => term,
  })

  get size(): number {
    return this.#entries.size
  }

  /**
   * Adds the products and categories of a response, one product in each step.
   * @param receivedAt when the response was received, in milliseconds since 1970
   */
  *addResponse(response: unknown, receivedAt: number): Generator<void, void> {
    const { products, categories } = findInResponse(response)
    for (const [id, name] of categories) this.#categories.set(id, name)
    // The classes of earlier products may change.
    const earlier = categories.length > 0 ? this.#entries.values() : []
    for (const entry of earlier) {
      this.#add(entry)
      yield
    }
    for (const { received } of products) {
      const entry = entryOf(received, receivedAt)
      if (entry) this.#add(entry)
      yield
    }
  }

  /**
   * Removes a product in one step. Earlier responses no longer add it.
   * @param removedAt when the host said that it is not sold, in milliseconds since 1970
   */
  *removeProduct(id: number, removedAt: number): Generator<void, void> {
    this.#removalTimes.set(id, removedAt)
    this.#remove(id)
    yield
  }

  /** Returns up to `limit` products, best first. */
  find(query: string, limit: number): FoundProduct[] {
    const requested = readQuery(query)
    const { isExact, scores } =
      requested.isbn === null
        ? this.#byWords(requested, query)
        : { isExact: true, scores: this.#byIsbn(requested.isbn) }
    return scores
      .slice(0, limit)
      .map(([{ id, product, receivedAt }]) => ({ id, product, receivedAt, isExact }))
  }

  /**
   * Replaces each word that no product contains with the most similar one.
   * @returns null if no word was replaced, or no product contains all words of the result
   */
  correct(query: string): string | null {
    const text = foldText(query)
    const words = readQuery(query).words.filter(({ synonyms }) => synonyms.length === 0)
    const corrections = new Map(words.map((word) => [word.text, this.#similarWords(word)[0]]))
    const corrected = text.replace(/[\p{L}\p{N}]+/gu, (word) => corrections.get(word) ?? word)
    return corrected !== text && this.find(corrected, 1)[0]?.isExact ? corrected : null
  }

  /**
   * Returns the words of products that a word may be a misspelling of, closest first; none if a product contains it.
   */
  #similarWords({ text, kind }: QueryWord): string[] {
    if (kind !== 'word' || this.#miniSearch.search(text, EXACT).length > 0) return []
    const similarTerms = new Set(this.#miniSearch.search(text, SIMILAR).flatMap(({ terms }) => terms))
    return [...similarTerms]
      .filter((term) => isTypo(text, term))
      .sort((a, b) => editDistance(text, a) - editDistance(text, b))
  }

  /** Adds a product or, if the entry is not older, updates it. */
  #add(entry: IndexEntry): void {
    const previous = this.#entries.get(entry.id)
    const changedAt = previous?.receivedAt ?? this.#removalTimes.get(entry.id) ?? 0
    if (changedAt > entry.receivedAt) return
    this.#entries.set(entry.id, entry)
    const isSame =
      previous?.product.name === entry.product.name &&
      previous.names === entry.names &&
      this.#texts.get(entry.id)?.classes === classesOfEntry(entry, this.#categories)
    if (!isSame) this.#index(entry)
    if (this.#entries.size > MAX_PRODUCTS) this.#dropOldest()
  }

  #index(entry: IndexEntry): void {
    const { id, product, names } = entry
    this.#unindex(id)
    const texts = { id, name: product.name, names, classes: classesOfEntry(entry, this.#categories) }
    this.#texts.set(id, texts)
    this.#miniSearch.add(texts)
  }

  /**
   * Removes a product from the index. Trap: `discard` is shorter, but gives different scores to equal products until
   * the index is vacuumed.
   */
  #unindex(id: number): void {
    const texts = this.#texts.get(id)
    if (texts) this.#miniSearch.remove(texts)
    this.#texts.delete(id)
  }

  #remove(id: number): void {
    if (this.#entries.delete(id)) this.#unindex(id)
  }

  #dropOldest(): void {
    const oldest = [...this.#entries.values()].sort((a, b) => a.receivedAt - b.receivedAt)
    for (const { id } of oldest.slice(0, DROPPED_PRODUCTS)) this.#remove(id)
  }

  #byIsbn(digits: string): Scores['scores'] {
    const entries = [...this.#entries.values()].filter(({ isbn }) => isbn?.startsWith(digits))
    return entries.map((entry) => [entry, 1])
  }

  #byWords({ classes, words }: ParsedQuery, query: string): Scores {
    const ofClasses: Query[] = classes.length === 0 ? [] : [{ ...CLASSES, queries: [...classes] }]
    const strong = words.filter(({ kind }) => kind !== 'weak')
    const exact = this.#searchAll([...ofClasses, ...strong.map(queryOf)])
    const isExact = exact.length > 0
    const results = isExact ? exact : this.#searchSimilar(ofClasses, strong, classes)
    return { isExact, scores: this.#score(results, { classes, words }, query) }
  }

  /** Multiplies the scores of the first results by the factors above. */
  #score(
    results: readonly SearchResult[],
    { classes, words }: Pick<ParsedQuery, 'classes' | 'words'>,
    query: string,
  ): Scores['scores'] {
    const start = foldText(query).trim()
    const weak = words.flatMap(({ kind, text, synonyms }) => (kind === 'weak' ? [[text, ...synonyms]] : []))
    const minScore = (results[0]?.score ?? 0) * MIN_SCORE_SHARE
    return (
      results
        .slice(0, MAX_RANKED)
        .filter(({ score }) => score >= minScore)
        .map(({ id, score }): [IndexEntry, number] => {
          const entry = this.#entries.get(id as number) as IndexEntry
          const prefixFactor = foldText(entry.product.name).startsWith(start) ? PREFIX_FACTOR : 1
          const nameWords = wordsOf(entry.product.name)
          // Textbooks are numbered by class.
          const isTextbook = classes.some((each) => nameWords.includes(each.slice(1)))
          const weakMatches = weak.filter((texts) => texts.some((text) => nameWords.includes(text))).length
          return [
            entry,
            score *
              prefixFactor *
              (isTextbook ? TEXTBOOK_FACTOR : 1) *
              WEAK_WORD_FACTOR ** weakMatches *
              (entry.product.total_stock === 0 ? SOLD_OUT_FACTOR : 1),
          ]
        })
        // Equal scores are ordered by id, because the library orders them by when they were added.
        .sort(([entry, a], [other, b]) => b - a || entry.id - other.id)
    )
  }

  #searchAll(queries: Query[]): SearchResult[] {
    return this.#miniSearch.search({ combineWith: 'AND', queries }, EXACT)
  }

  /** Allows typos. If nothing is found, requires only the class and some words. */
  #searchSimilar(
    ofClasses: Query[],
    words: readonly QueryWord[],
    classes: readonly string[],
  ): SearchResult[] {
    const ofWords = words.map((word) =>
      queryOf({ ...word, synonyms: [...word.synonyms, ...this.#similarWords(word)] }),
    )
    const results = this.#searchAll([...ofClasses, ...ofWords])
    if (results.length > 0) return results
    const minMatches = Math.floor(words.length * MIN_WORD_SHARE)
    return this.#searchAll([...ofClasses, { combineWith: 'OR', queries: ofWords }]).filter(
      ({ queryTerms }) => queryTerms.filter((term) => !classes.includes(term)).length >= minMatches,
    )
  }
}

/** Whether a typed word may be a misspelling of a product's. Two characters in the wrong order are one typo. */
function isTypo(typed: string, word: string): boolean {
  const typos = typed.length >= MIN_LENGTH_TWO_TYPOS ? 2 : typed.length >= MIN_LENGTH_ONE_TYPO ? 1 : 0
  const mayStartOtherwise = typed.length >= MIN_LENGTH_ANY_START || typed.length <= word.length
  return editDistance(typed, word) <= typos && (mayStartOtherwise || typed.slice(0, 2) === word.slice(0, 2))
}

/** Builds the query for a word and its synonyms. All words of a synonym must match. */
function queryOf({ text, synonyms, kind }: QueryWord): Query {
  const allOf = (words: string): Query => ({ ...WORDS, combineWith: 'AND', queries: words.split(' ') })
  return {
    ...WORDS,
    ...(kind === 'number' ? { prefix: false } : {}),
    combineWith: 'OR',
    queries: [text, ...synonyms].map(allOf),
  }
}

/** A product in the index, with the texts that are searched. */
type IndexEntry = {
  id: number
  /** Without its description, which is long. */
  product: ShopProduct
  /** The digits of the ISBN; undefined if there is none. */
  isbn: string | undefined
  /** Names found in the description, mostly of people. */
  names: string
  /** School classes found in the name or the description, separated by spaces. */
  classes: string
  /** When the product was received, in milliseconds since 1970. */
  receivedAt: number
}

type CategoryNames = Map<number | null, string>

/** The maximum total length of all names, in characters. */
const MAX_NAMES_LENGTH = 240
/** The maximum length of an emphasised text that counts as a name, in characters. */
const MAX_NAME_LENGTH = 60

/** Returns the index entry for a product of a response; null if it has no id, because it then has no page. */
function entryOf(received: unknown, receivedAt: number): IndexEntry | null {
  const product = readProduct(received)
  if (product?.id == null) return null
  const emphasised = [...product.description.matchAll(/<(strong|b|em|i)>([^<]+)<\/\1>/g)].map(
    ([, , text = '']) => text,
  )
  return {
    id: product.id,
    product: { ...product, description: '' },
    isbn: product.isbn?.replace(/[-\s]/g, ''),
    names: namesIn(plainText(product.description), emphasised),
    classes: schoolClassesOf(product).join(' '),
    receivedAt,
  }
}

const NAMES = new RegExp(NAME, 'g')

function namesIn(text: string, emphasised: readonly string[]): string {
  const names = [...text.matchAll(NAMES)].map(([name]) => name).filter((name) => name.includes(' '))
  const allNames = new Set([...emphasised.filter(({ length }) => length <= MAX_NAME_LENGTH), ...names])
  return [...allNames].join(' · ').slice(0, MAX_NAMES_LENGTH)
}

/** Returns a product's school classes, from its name or description, or else from the names of its categories. */
function classesOfEntry({ classes, product }: IndexEntry, categories: CategoryNames): string {
  if (classes) return classes
  const ids = [...product.category_ids, product.category_id]
  return readTypedClasses(ids.map((id) => categories.get(id)).join(' · ')).join(' ')
}
