import { readId, readText } from '../../../api/read-values.ts'
import { firstImage, readProduct, type ShopProduct } from '../../../domain/product.ts'
import { classesIn, foldText } from './query-words.ts'

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
  /** A number from 1 to 7 in the name; 0 if there is none. For most textbooks, this is the class. */
  volume: number
  categories: number[]
  /** When the product was received, in milliseconds since 1970. */
  seenAt: number
}

export type CategoryNames = ReadonlyMap<number, string>

/** Limits on the depth of a response, the length of a description and the total length of all names, in characters. */
const MAX_DEPTH = 8
const MAX_DESCRIPTION_LENGTH = 4000
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
      if ('parent_id' in value && id !== null) categories.push([id, readText(value.name)])
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
  const html = product.description.slice(0, MAX_DESCRIPTION_LENGTH)
  const emphasised = [...html.matchAll(/<(strong|b|em|i)>([^<]+)<\/\1>/g)].map(([, , text = '']) =>
    plain(text),
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
    names: namesIn(plain(html), emphasised),
    classes: classesOf(name, emphasised.join(' · ')),
    volume: Number(/(?<![\p{L}\p{N}])[1-7](?![\p{L}\p{N}])/u.exec(name)?.[0] ?? 0),
    categories: [...new Set([...category_ids, ...(category_id === null ? [] : [category_id])])],
    seenAt,
  }
}

function classesOf(name: string, emphasised: string): string {
  const own = classesIn(name)
  return (own.length > 0 ? own : classesIn(emphasised)).join(' ')
}

/** Converts HTML to plain text. */
function plain(html: string): string {
  return html
    .replace(/<[^>]*>/g, ' ')
    .replace(/&(?:#39|apos|rsquo);/g, "'")
    .replace(/&(?:amp|nbsp);/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
}

/** Two or more capitalised words or initials, optionally joined by a particle such as "wa" or "de". */
const PART = "(?:\\p{Lu}\\.|\\p{Lu}[\\p{L}'’-]+)"
const NAME = new RegExp(`${PART}(?: (?:(?:wa|de|van|bin|al) )?${PART})+`, 'gu')

/** Returns the names and the short emphasised texts in a description. */
function namesIn(text: string, emphasised: readonly string[]): string {
  const names = text.match(NAME) ?? []
  const allNames = new Set([...emphasised.filter(({ length }) => length <= MAX_NAME_LENGTH), ...names])
  return [...allNames].join(' · ').slice(0, MAX_NAMES_LENGTH)
}

/**
 * Returns a product's school classes, read from its name and description if possible. Otherwise, derives them from the
 * volume if the name or the categories mention primary or secondary school. As a last resort, derives them from the
 * category names.
 */
export function classesOfEntry(
  { name, classes, volume, categories }: IndexEntry,
  names: CategoryNames,
): string {
  if (classes !== '') return classes
  const categoryText = categories.map((id) => names.get(id) ?? '').join(' · ')
  const ofCategories = classesIn(categoryText)
  const folded = foldText(`${name} ${categoryText}`)
  const stages = [
    ...(/primary|pupil/.test(folded) ? ['p'] : []),
    ...(/secondary|learner|student/.test(folded) ? ['s'] : []),
  ]
  const ofVolume = stages.map((stage) => `${stage}${volume}`)
  const own =
    ofCategories.length > 0 ? ofVolume.filter((each) => ofCategories.includes(each)) : ofVolume.slice(0, 1)
  return (volume > 0 && own.length > 0 ? own : ofCategories).join(' ')
}
