import type { SuccessOf } from 'contracts/endpoint'
import { DEFAULT_PRODUCT_IMAGE, storedProductImagePath } from 'contracts/images'
import type { ChoiceOption, Product, ProductVariation, products } from 'contracts/resources/products'
import type { WishlistProduct } from 'contracts/resources/wishlist'
import {
  readId,
  readList,
  readListField,
  readObject,
  readSafeNumber,
  readString,
} from '../api/read-values.ts'
import { paths } from '../config/paths.ts'
import { authorOf } from './book-facts.ts'
import { readAmount, readPrice } from './money.ts'
import type { OptionGroups } from './option-groups.ts'

export type ShopProduct = {
  /** null if there is no page to link to. */
  id: number | null
  name: string
  /** HTML, not sanitised. */
  description: string
  /** Read from the description; null if it contains no author. */
  author: string | null
  /** File names; empty if there are none. */
  images: string[]
  /** Whether the host lists the images in the second place, `/storage/product`. */
  imagesInStorage: boolean
  /** Shillings; null if the product is not for sale, because the price is missing or invalid. */
  price: number | null
  original_price: number | null
  /** 'set' for truthy values other than true, which show the old price but no badge. */
  has_discount: boolean | 'set'
  discount_percentage: number | null
  /** Null if unknown. Unknown stock never blocks a purchase. */
  total_stock: number | null
  /** The ISBN; null if there is none. */
  isbn: string | null
  category_id: number | null
  /** A category's name, if the host sent it instead of an id. */
  category: string | null
  category_ids: number[]
  choice_options: OptionGroups
  /** Combinations of options with a separate price; null if it is invalid. */
  variations: { type: string; price: number | null }[]
  /** Creation time as sent by the host; '' if missing. */
  created_at: string
}

/** Maximum length of a description in characters of HTML. */
const MAX_DESCRIPTION = 100_000

export function firstImage(product: Pick<ShopProduct, 'images'>): string {
  return product.images[0] ?? DEFAULT_PRODUCT_IMAGE
}

/**
 * A product on the wire, or one that was already read: fields that differ on the wire are listed here. Wishlists use
 * `images`. `category`, whose type the contract leaves open, is an id, a name, or an object with both.
 */
type WireProduct = Product &
  Pick<WishlistProduct, 'images'> &
  Pick<ShopProduct, 'author' | 'isbn' | 'imagesInStorage'>

/**
 * Reads a product; null for a non-object. Also reads products that were already read, such as those in navigation
 * state.
 */
export function readProduct(value: unknown): ShopProduct | null {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return null
  const wire = readObject<WireProduct>(value)
  const category = wire.category
  const description = readString(wire.description, MAX_DESCRIPTION)
  return {
    id: readId(wire.id),
    name: readString(wire.name) || 'Unnamed Product',
    description,
    author: readString(wire.author) || authorOf({ description }),
    images: [
      ...new Set(
        [...readListField(wire.images), ...readListField(wire.image)].map((file) => readString(file)),
      ),
    ].filter(Boolean),
    imagesInStorage:
      wire.imagesInStorage === true ||
      readString(readListField(wire.image_fullpath)[0]).includes(storedProductImagePath('')),
    price: readPrice(wire.price),
    original_price: readPrice(wire.original_price) || null,
    has_discount: wire.has_discount === true || (wire.has_discount ? 'set' : false),
    discount_percentage: readAmount(wire.discount_percentage, 100),
    total_stock: readStock(wire.total_stock),
    isbn: isbnOf(wire.isbn ?? wire.tax),
    category_id: readId(wire.category_id) ?? readId(category) ?? readId(readObject(category).id),
    category:
      (readId(category) === null && readString(category)) || readString(readObject(category).name) || null,
    category_ids: readListField(wire.category_ids).flatMap(
      (entry) => readId(entry) ?? readId(readObject(entry).id) ?? [],
    ),
    choice_options: readListField(wire.choice_options).flatMap((choice) => {
      const { title, options } = readObject<ChoiceOption>(choice)
      const texts = readListField(options)
        .filter((option) => typeof option !== 'object')
        .map((option) => (typeof option === 'boolean' ? String(option) : readString(option)))
      const name = readString(title)
      return name === '' ? [] : [{ title: name, options: texts }]
    }),
    variations: readListField(wire.variations).map((variation) => {
      const { type, price } = readObject<ProductVariation>(variation)
      return { type: readString(type), price: readPrice(price) }
    }),
    created_at: readString(wire.created_at),
  }
}

/** Reads the product in a details response; returns null if there is none, regardless of the status. */
export function readProductDetails(body: unknown): ShopProduct | null {
  const { product } = readObject<SuccessOf<typeof products.details>>(body)
  const { data, id } = readObject(body)
  const response = product ?? data ?? (id === undefined ? null : body)
  const entry = Array.isArray(response) ? response[0] : response
  const { id: ownId, name } = readObject<Product>(entry)
  return ownId == null && name == null ? null : readProduct(entry)
}

export function readProducts(body: unknown): ShopProduct[] {
  return readList(body).flatMap((item) => readProduct(item) ?? [])
}

/**
 * Reads the ISBN from `tax`. Assumed: in the family's schema the field is a tax, so 0 and 0.00 mean that there is none.
 */
function isbnOf(value: unknown): string | null {
  const text = readString(value)
  return text === '' || Number(text) === 0 ? null : text
}

/** Reads a stock; null if it is unknown. A stock below 0, which the host has when it sold too many, is 0. */
export function readStock(value: unknown): number | null {
  const stock = readSafeNumber(value)
  return stock === null ? null : Math.max(0, stock)
}

/** Whether a product is in stock. Unknown stock counts as in stock. */
export function isInStock({ total_stock: stock }: Pick<ShopProduct, 'total_stock'>): boolean {
  return stock === null || stock > 0
}

/** Returns the id of the element with a product's name, for `aria-describedby`. Undefined without a product id. */
export function nameElementId({ id }: Pick<ShopProduct, 'id'>): string | undefined {
  return id === null ? undefined : `product-${id}`
}

/** Returns the path of a product's page; null if it has none. */
export function productPath({ id }: Pick<ShopProduct, 'id'>): string | null {
  return id === null ? null : paths.product(id)
}

/** Returns a product's main category: the second entry if there is one. Returns null without categories. */
export function mainCategoryId(product: ShopProduct): number | null {
  return product.category_ids[1] ?? product.category_id ?? product.category_ids[0] ?? null
}

/** Returns the index of a category's cover colour, from 0 to 5. */
export function coverColour(id: number): number {
  return id % 6
}

/** Returns the index of the cover colour of a product's first category; undefined without categories. */
export function productColour({
  category_ids,
  category_id,
}: Pick<ShopProduct, 'category_ids' | 'category_id'>): number | undefined {
  const id = category_ids[0] ?? category_id
  return id === null ? undefined : coverColour(id)
}
