import { readProduct } from '../domain/product.ts'
import type { RenderedResponse } from '../entry-client.tsx'
import { readCategories } from '../features/catalogue/category/category.ts'
import type { CategoryTile } from '../features/catalogue/queries.ts'

/** Serialises responses for a script element of a document. */
export function embeddedJson(responses: readonly RenderedResponse[]): string {
  return JSON.stringify(responses, withoutUnread).replaceAll('<', '\\u003c')
}

/**
 * Reduces, as a JSON replacer, products and categories to the fields that the shop reads. In lists of several products,
 * it reads the descriptions, which are most of a page's bytes, for the author only, and the first image.
 */
function withoutUnread(this: unknown, key: string, value: unknown): unknown {
  if (key === 'related_products') return undefined
  if (value === null || typeof value !== 'object' || !('id' in value && 'name' in value)) return value
  if ('price' in value) {
    const product = readProduct(value)
    const isInList = product && Array.isArray(this) && this.length > 1
    return isInList ? { ...product, description: undefined, images: product.images.slice(0, 1) } : product
  }
  const [category] = 'parent_id' in value ? readCategories([value]) : []
  return category
    ? { ...category, firstProductImage: (value as Partial<CategoryTile>).firstProductImage }
    : value
}
