import { readId, readString } from '../../../api/read-values.ts'
import { NAME, plainText } from '../../../domain/book-facts.ts'
import { readProduct, type ShopProduct } from '../../../domain/product.ts'
import { schoolClassesOf } from '../../../domain/school-class.ts'
import { readTypedClasses } from './query-words.ts'

/** A product in the index, with the texts that are searched. */
export type IndexEntry = {
  id: number
  /** Without its description, which is long. */
  product: ShopProduct
  /** The digits of the ISBN; '' if there is none. */
  isbn: string
  /** Names found in the description, mostly of people. */
  names: string
  /** School classes found in the name or the description, separated by spaces. */
  classes: string
  /** When the product was received, in milliseconds since 1970. */
  seenAt: number
}

export type CategoryNames = ReadonlyMap<number, string>

/** Limits on the depth of a response and the total length of all names, in characters. */
const MAX_DEPTH = 8
const MAX_NAMES_LENGTH = 240
/** The maximum length of an emphasised text that counts as a name, in characters. */
const MAX_NAME_LENGTH = 60

/** Finds products (with id, name and price) and categories (with a parent) at any depth of a response. */
export function findInResponse(response: unknown): { products: unknown[]; categories: [number, string][] } {
  const products: unknown[] = []
  const categories: [number, string][] = []
  const visit = (value: unknown, depth: number) => {
    if (value === null || typeof value !== 'object' || depth > MAX_DEPTH) return
    if (!Array.isArray(value) && 'id' in value && 'name' in value) {
      const id = readId(value.id)
      if ('parent_id' in value && id !== null) categories.push([id, readString(value.name)])
      if ('price' in value) {
        products.push(value)
        return
      }
    }
    for (const part of Object.values(value)) visit(part, depth + 1)
  }
  visit(response, 0)
  return { products, categories }
}

/** Returns the index entry for a product of a response; null if it has no id, because it then has no page. */
export function entryOf(received: unknown, seenAt: number): IndexEntry | null {
  const product = readProduct(received)
  if (product === null || product.id === null) return null
  const emphasised = [...product.description.matchAll(/<(strong|b|em|i)>([^<]+)<\/\1>/g)].map(
    ([, , text = '']) => text,
  )
  return {
    id: product.id,
    product: { ...product, description: '' },
    isbn: (product.tax ?? '').replace(/[-\s]/g, ''),
    names: namesIn(plainText(product.description), emphasised),
    classes: schoolClassesOf(product).join(' ').toLowerCase(),
    seenAt,
  }
}

const NAMES = new RegExp(NAME, 'g')

/** Returns the names and the short emphasised texts in a description. */
function namesIn(text: string, emphasised: readonly string[]): string {
  const names = text.match(NAMES)?.filter((name) => name.includes(' ')) ?? []
  const allNames = new Set([...emphasised.filter(({ length }) => length <= MAX_NAME_LENGTH), ...names])
  return [...allNames].join(' · ').slice(0, MAX_NAMES_LENGTH)
}

/** Returns a product's school classes, from its name or description, or else from the names of its categories. */
export function classesOfEntry({ classes, product }: IndexEntry, names: CategoryNames): string {
  if (classes) return classes
  const ids = new Set([
    ...product.category_ids,
    ...(product.category_id === null ? [] : [product.category_id]),
  ])
  return readTypedClasses([...ids].map((id) => names.get(id) ?? '').join(' · ')).join(' ')
}
