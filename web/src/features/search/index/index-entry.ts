import { readId, readText } from '../../../api/read-values.ts'
import { firstImage, readProduct, type ShopProduct } from '../../../domain/product.ts'
import { classesIn, foldText } from './query-words.ts'

/** What the index keeps of a product: what is shown of it, and what it is found by. */
export type IndexEntry = {
  id: number
  name: string
  /** Shillings; null when missing. */
  price: number | null
  /** The file of its picture. */
  image: string
  stock: number | null
  /** Figures; '' when there is none. */
  isbn: string
  /** Names that the description holds, of people above all. */
  names: string
  /** School classes that its own texts name, apart by spaces. */
  classes: string
  /** A number from 1 to 7 in the name, which is the class of most textbooks; 0 without one. */
  volume: number
  categories: number[]
  /** When the host said so, in milliseconds since 1970. */
  seenAt: number
}

/** The names of categories by their ids. */
export type CategoryNames = ReadonlyMap<number, string>

/** Levels of an answer that are looked through, and letters of a description. */
const DEEPEST = 8
const DESCRIPTION_READ = 4000
const NAMES_KEPT = 240
/** Letters of an emphasised part that may be a name. */
const LONGEST_NAME = 60

/**
 * The products and the names of categories in any answer of the catalogue, wherever they are in it: a product has an
 * id, a name and a price, a category an id, a name and a parent.
 */
export function readResponse(
  response: unknown,
  seenAt: number,
): { entries: IndexEntry[]; categories: [number, string][] } {
  const entries: IndexEntry[] = []
  const categories: [number, string][] = []
  const look = (value: unknown, depth: number) => {
    if (value === null || typeof value !== 'object' || depth > DEEPEST) return
    if (!Array.isArray(value) && 'id' in value && 'name' in value) {
      const id = readId(value.id)
      if ('parent_id' in value && id !== null) categories.push([id, readText(value.name)])
      if ('price' in value) {
        const entry = entryOf(readProduct(value), seenAt)
        if (entry) entries.push(entry)
        return
      }
    }
    for (const part of Object.values(value)) look(part, depth + 1)
  }
  look(response, 0)
  return { entries, categories }
}

/** Null for a product that nothing can lead to. */
function entryOf(product: ShopProduct | null, seenAt: number): IndexEntry | null {
  if (product === null || product.id === null) return null
  const { id, name, price, total_stock: stock, tax, category_id, category_ids } = product
  const html = product.description.slice(0, DESCRIPTION_READ)
  const emphasised = [...html.matchAll(/<(strong|b|em|i)>([^<]+)<\/\1>/g)].map(([, , text = '']) =>
    plain(text),
  )
  return {
    id,
    name,
    price,
    image: firstImage(product),
    stock,
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

/** HTML as the text that is read of it. */
function plain(html: string): string {
  return html
    .replace(/<[^>]*>/g, ' ')
    .replace(/&(?:#39|apos|rsquo);/g, "'")
    .replace(/&(?:amp|nbsp);/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
}

/** An initial with its point, or a word with a capital; and two or more of them, "wa" and its like between them. */
const PART = "(?:\\p{Lu}\\.|\\p{Lu}[\\p{L}'’-]+)"
const NAME = new RegExp(`${PART}(?: (?:(?:wa|de|van|bin|al) )?${PART})+`, 'gu')

/** The names in a text, and what is emphasised in it, if that is short. */
function namesIn(text: string, emphasised: readonly string[]): string {
  const names = text.match(NAME) ?? []
  const all = new Set([...emphasised.filter(({ length }) => length <= LONGEST_NAME), ...names])
  return [...all].join(' · ').slice(0, NAMES_KEPT)
}

/**
 * The classes that a product is for: those its own texts name; else the one of its volume, where its categories are of
 * that stage of school; else those its categories name.
 */
export function classesOfEntry({ classes, volume, categories }: IndexEntry, names: CategoryNames): string {
  if (classes !== '') return classes
  const said = categories.map((id) => names.get(id) ?? '').join(' · ')
  const ofCategories = classesIn(said)
  const folded = foldText(said)
  const stages = [
    ...(folded.includes('primary') ? ['p'] : []),
    ...(folded.includes('secondary') ? ['s'] : []),
  ]
  const ofVolume = stages.map((stage) => `${stage}${volume}`)
  const own =
    ofCategories.length > 0 ? ofVolume.filter((each) => ofCategories.includes(each)) : ofVolume.slice(0, 1)
  return (volume > 0 && own.length > 0 ? own : ofCategories).join(' ')
}
