import { readId, readString } from '../../../api/read-values.ts'
import { NAME, plainText } from '../../../domain/book-facts.ts'
import { firstImage, readProduct, type ShopProduct } from '../../../domain/product.ts'
import { schoolClassesOf } from '../../../domain/school-class.ts'
import { classesIn } from './query-words.ts'

/** A product in the index, with the fields that cards show and the fields that are searched. */
export type IndexEntry = Pick<ShopProduct, 'has_discount' | 'original_price' | 'discount_percentage'> & {
  id: number
  name: string
  /** In shillings; null if unknown. */
  price: number | null
  /** The cover's file name. */
  image: string
  stock: number | null
  /** Read from the description; '' if unknown. */
  author: string
  /** The digits of the ISBN; '' if there is none. */
  isbn: string
  /** Names found in the description, mostly of people. */
  names: string
  /** School classes found in the name or the description, separated by spaces. */
  classes: string
  categories: number[]
  /** When the product was received, in milliseconds since 1970. */
  seenAt: number
}

export type CategoryNames = ReadonlyMap<number, string>

/** Limits on the depth of a response and the total length of all names, in characters. */
const MAX_DEPTH = 8
const MAX_NAMES_LENGTH = 240
/** The maximum length of an emphasised text that counts as a name, in characters. */
const MAX_NAME_LENGTH = 60

/** Reads products (with id, name and price) and categories (with a parent) at any depth of a response. */
export function readResponse(
  response: unknown,
  seenAt: number,
): { entries: IndexEntry[]; categories: [number, string][] } {
  const entries: IndexEntry[] = []
  const categories: [number, string][] = []
  const visit = (value: unknown, depth: number) => {
    if (value === null || typeof value !== 'object' || depth > MAX_DEPTH) return
    if (!Array.isArray(value) && 'id' in value && 'name' in value) {
      const id = readId(value.id)
      if ('parent_id' in value && id !== null) categories.push([id, readString(value.name)])
      if ('price' in value) {
        const entry = entryOf(readProduct(value), seenAt)
        if (entry) entries.push(entry)
        return
      }
    }
    for (const part of Object.values(value)) visit(part, depth + 1)
  }
  visit(response, 0)
  return { entries, categories }
}

/** Returns the index entry for a product; null if the product has no id, because it then has no page. */
function entryOf(product: ShopProduct | null, seenAt: number): IndexEntry | null {
  if (product === null || product.id === null) return null
  const { id, name, price, total_stock: stock, author, tax, category_id, category_ids } = product
  const { has_discount, original_price, discount_percentage } = product
  const emphasised = [...product.description.matchAll(/<(strong|b|em|i)>([^<]+)<\/\1>/g)].map(
    ([, , text = '']) => text,
  )
  return {
    id,
    name,
    price,
    image: firstImage(product),
    stock,
    author: author ?? '',
    has_discount,
    original_price,
    discount_percentage,
    isbn: (tax ?? '').replace(/[-\s]/g, ''),
    names: namesIn(plainText(product.description), emphasised),
    classes: schoolClassesOf(product).join(' ').toLowerCase(),
    categories: [...new Set([...category_ids, ...(category_id === null ? [] : [category_id])])],
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
export function classesOfEntry({ classes, categories }: IndexEntry, names: CategoryNames): string {
  return classes || classesIn(categories.map((id) => names.get(id) ?? '').join(' · ')).join(' ')
}
