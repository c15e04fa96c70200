import type { Known } from './case.ts'

/**
 * Reads what later cases need from answers that may be wrong anywhere: what is not as expected is left out, nothing
 * is thrown.
 */

type Fields = Record<string, unknown>

const MAX_CANDIDATES = 12

/** The objects of a list; an empty list when it is not a list. */
export function objectsOf(value: unknown): Fields[] {
  if (!Array.isArray(value)) return []
  return value.filter(
    (each): each is Fields => each !== null && typeof each === 'object' && !Array.isArray(each),
  )
}

export function field(value: unknown, name: string): unknown {
  return value !== null && typeof value === 'object' && Object.hasOwn(value, name)
    ? (value as Fields)[name]
    : undefined
}

/** An id as text, or null when it is not one: ids that have drifted are not used. */
export function idOf(value: unknown): string | null {
  const text = typeof value === 'number' ? String(value) : value
  return typeof text === 'string' && /^[1-9]\d{0,14}$/.test(text) ? text : null
}

/** Candidates known before, then the new ones; each once. */
export function candidates(known: readonly string[] | undefined, more: readonly (string | null)[]): string[] {
  return [...new Set([...(known ?? []), ...more.filter((each) => each !== null)])].slice(0, MAX_CANDIDATES)
}

/** What later cases need from a list of products: ids, words, picture files and the categories of products. */
export function learnFromProducts(list: unknown, known: Known): Known {
  const products = objectsOf(list)
  const orderable = products.find((each) => typeof each.id === 'number' && Number(each.total_stock) > 1)
  const first = orderable ?? products.find((each) => typeof each.id === 'number' && idOf(each.id) !== null)
  const categories = products.flatMap((each) => objectsOf(each.category_ids).map((one) => idOf(one.id)))
  // One candidate per list stays in front of the rest, so that one drifting list is not all that is tried.
  return {
    ...(known.productId === undefined && first ? { productId: first.id as number } : {}),
    productIds: firstOfEach(
      known.productIds,
      products.map((each) => idOf(each.id)),
    ),
    categoryIds: candidates(known.categoryIds, categories),
    words: candidates(
      known.words,
      products.map((each) => wordOf(each.name)),
    ),
    productFiles: candidates(known.productFiles, products.flatMap(filesOf)),
  }
}

function firstOfEach(known: readonly string[] | undefined, more: readonly (string | null)[]): string[] {
  const [first = null, ...rest] = more.filter((each) => each !== null)
  const stored = known ?? []
  return candidates(stored.slice(0, 3), [first, ...stored.slice(3), ...rest])
}

/** The longest plain word of a name, between spaces: part of an address or a token is not one. */
function wordOf(name: unknown): string | null {
  if (typeof name !== 'string') return null
  const words = name.match(/(?<!\S)\p{L}{4,}(?!\S)/gu) ?? []
  return [...words].sort((a, b) => b.length - a.length)[0] ?? null
}

const PLACEHOLDERS = new Set(['def.png', 'default.png'])

/** Picture files that should be there: the host itself puts a placeholder where it knows that one is missing. */
function filesOf(product: Fields): string[] {
  const urls = Array.isArray(product.image_fullpath) ? product.image_fullpath : []
  if (urls.some((url) => typeof url === 'string' && url.includes('/assets/'))) return []
  const files = Array.isArray(product.image) ? product.image : product.images
  return fileNames(Array.isArray(files) ? files.slice(0, 1) : [])
}

/** The values that are names of files: neither addresses, nor paths, nor placeholders. */
export function fileNames(values: readonly unknown[]): string[] {
  return values.filter(
    (each): each is string =>
      typeof each === 'string' && /^[^/\\?#:@]{1,200}\.\w{2,5}$/.test(each) && !PLACEHOLDERS.has(each),
  )
}
