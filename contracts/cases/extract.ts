import { isPlainObject } from '../src/schema/describe-value.ts'
import type { ProviderValues } from './provider-case.ts'

// Extracts values for later cases from responses that may have drifted anywhere. Unexpected values are skipped. No
// function throws.

type Fields = Record<string, unknown>

const MAX_CANDIDATES = 12

/** Returns the objects in a list, or an empty list for anything else. */
export function objectsOf(value: unknown): Fields[] {
  return Array.isArray(value) ? value.filter(isPlainObject) : []
}

export function field(value: unknown, name: string): unknown {
  return value !== null && typeof value === 'object' && Object.hasOwn(value, name)
    ? (value as Fields)[name]
    : undefined
}

/** Returns an id as a string, or null for anything that is not a valid id. */
export function idOf(value: unknown): string | null {
  const text = typeof value === 'number' ? String(value) : value
  return typeof text === 'string' && /^[1-9]\d{0,14}$/.test(text) ? text : null
}

/** Returns the products in a bare list or a page. */
export function productsOf(body: unknown): Fields[] {
  return objectsOf(Array.isArray(body) ? body : field(body, 'products'))
}

export function idsOf(list: readonly Fields[]): (string | null)[] {
  return list.map((row) => idOf(row.id))
}

/** Returns the `total_size` of a page, or 0 if it is missing. */
export function totalOf(body: unknown): number {
  const total = field(body, 'total_size')
  return typeof total === 'number' ? total : 0
}

/** Returns the last segment of a path, which is the requested id. */
export function lastPart(path: string): string {
  return (path.split('?')[0] ?? '').split('/').at(-1) ?? ''
}

/** Returns the known candidates followed by new ones, without duplicates. */
export function mergeCandidates(
  earlier: readonly string[] | undefined,
  more: readonly (string | null)[],
): string[] {
  return [...new Set([...(earlier ?? []), ...more.filter((candidate) => candidate !== null)])].slice(
    0,
    MAX_CANDIDATES,
  )
}

/** Extracts ids, words, image files and categories from a list of products. Every list of products is read. */
export function extractProductValues(list: unknown, values: ProviderValues): ProviderValues {
  const products = objectsOf(list)
  const orderable = products.find((row) => typeof row.id === 'number' && Number(row.total_stock) > 1)
  const first = orderable ?? products.find((row) => typeof row.id === 'number' && idOf(row.id) !== null)
  const categories = products.flatMap((row) => objectsOf(row.category_ids).map((one) => idOf(one.id)))
  // Candidates from different lists are mixed, so that later cases do not depend on a single drifted list.
  return {
    ...(values.productId === undefined && first ? { productId: first.id as number } : {}),
    productIds: interleaveCandidates(
      values.productIds,
      products.map((row) => idOf(row.id)),
    ),
    categoryIds: mergeCandidates(values.categoryIds, categories),
    words: mergeCandidates(
      values.words,
      products.map((row) => wordOf(row.name)),
    ),
    parentIds: mergeCandidates(
      values.parentIds,
      products.flatMap((row) =>
        objectsOf(row.category_ids).map((one) => (one.position === 1 ? idOf(one.id) : null)),
      ),
    ),
    ...filesOfProducts(products, values),
  }
}

/** Prefers files whose URL is not a placeholder, which a host sends for an image that is missing. */
function filesOfProducts(products: readonly Fields[], values: ProviderValues): ProviderValues {
  const files = (hasPlaceholder: boolean) =>
    products.filter((product) => isPlaceholder(product) === hasPlaceholder).flatMap(filesOf)
  const existingFiles = mergeCandidates(values.existingFiles, files(false))
  if (existingFiles.length > 0) return { existingFiles, productFiles: existingFiles }
  return { productFiles: mergeCandidates(values.productFiles, files(true)) }
}

function interleaveCandidates(
  earlier: readonly string[] | undefined,
  more: readonly (string | null)[],
): string[] {
  const [first = null, ...rest] = more.filter((candidate) => candidate !== null)
  const stored = earlier ?? []
  return mergeCandidates(stored.slice(0, 3), [first, ...stored.slice(3), ...rest])
}

/**
 * Returns the longest word in a name, of up to 40 letters. Words are delimited by spaces, which excludes parts of URLs
 * and tokens.
 */
export function wordOf(name: unknown): string | null {
  if (typeof name !== 'string') return null
  const words = name.match(/(?<!\S)\p{L}{4,40}(?!\S)/gu) ?? []
  return [...words].sort((a, b) => b.length - a.length)[0] ?? null
}

const PLACEHOLDER_IMAGES = new Set(['def.png', 'default.png'])

function isPlaceholder({ image_fullpath: urls }: Fields): boolean {
  return Array.isArray(urls) && urls.some((url) => typeof url === 'string' && url.includes('/assets/'))
}

/** Returns the file of a product's first image, or an empty list. */
function filesOf(product: Fields): string[] {
  const files = Array.isArray(product.image) ? product.image : product.images
  return fileNames(Array.isArray(files) ? files.slice(0, 1) : [])
}

/** Returns the values that are file names, without URLs, paths and placeholders. */
export function fileNames(values: readonly unknown[]): string[] {
  return values.filter(
    (value): value is string =>
      typeof value === 'string' &&
      /^[^/\\?#:@]{1,200}\.\w{2,5}$/.test(value) &&
      !PLACEHOLDER_IMAGES.has(value),
  )
}

/** The values that `extractProductValues` returns. */
export const PRODUCT_VALUE_NAMES = [
  'productId',
  'productIds',
  'categoryIds',
  'parentIds',
  'words',
  'productFiles',
  'existingFiles',
] as const
