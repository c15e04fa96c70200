import { readId, readString } from '../api/read-values.ts'

/** The first elements of the query keys whose responses are public and contain products or categories. */
const RESOURCES: readonly unknown[] = ['products', 'categories', 'homepage']

export function mayContainProducts([resource]: readonly unknown[]): boolean {
  return RESOURCES.includes(resource)
}

/** The maximum depth of a product or category in a response. */
const MAX_DEPTH = 8

type Contents = { products: { id: number | null; received: object }[]; categories: [number, string][] }

/** Finds products (with id, name and price) and categories (with a parent) at any depth of a response. */
export function findInResponse(response: unknown): Contents {
  const contents: Contents = { products: [], categories: [] }
  const visit = (value: unknown, depth: number) => {
    if (value === null || typeof value !== 'object' || depth > MAX_DEPTH) return
    if (!Array.isArray(value) && 'id' in value && 'name' in value) {
      const id = readId(value.id)
      if ('parent_id' in value && id !== null) contents.categories.push([id, readString(value.name)])
      if ('price' in value) {
        contents.products.push({ id, received: value })
        return
      }
    }
    for (const part of Object.values(value)) visit(part, depth + 1)
  }
  visit(response, 0)
  return contents
}
