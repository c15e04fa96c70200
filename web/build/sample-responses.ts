import { z } from 'zod'
import { api } from '../../contracts/src/api.ts'
import type { Endpoint } from '../../contracts/src/endpoint.ts'
import { pathMatcher } from '../../contracts/src/path-pattern.ts'

/**
 * Returns the host's sample responses for a page. The build renders them to determine the page's inline styles.
 * @param example path of the page, whose last segment is the id of its content
 */
export function sampleRequest(example: string): (path: string) => Promise<string | undefined> {
  const id = decodeURIComponent(example.replace(/\?.*/, '').split('/').at(-1) ?? '')
  return async (url) => {
    const path = url.replace(/\?.*/, '')
    const sample = makeSamples(id).find(([pattern]) => pathMatcher(pattern)(path))
    if (sample) return JSON.stringify(sample[1])
    const declared = Object.values(api)
      .flatMap((endpoints): Endpoint[] => Object.values(endpoints))
      .find((endpoint) => endpoint.method === 'GET' && pathMatcher(endpoint.path)(path))
    const schema = declared?.responses[200]
    return schema && JSON.stringify(makeSample(z.toJSONSchema(schema, { unrepresentable: 'any' }), id))
  }
}

/**
 * Responses with every field and variant that a page shows. Responses of other endpoints are made from their contract.
 */
function makeSamples(id: string): [path: string, body: unknown][] {
  const category = Number(id) || 1
  const product = {
    id: Number(id) || 1,
    name: 'Product',
    author: id,
    price: 1000,
    original_price: 2000,
    has_discount: true,
    discount_percentage: 50,
    description: '<p>Words</p>',
    image: ['a.webp', 'b.webp'],
    total_stock: 3,
    tax: '978-0-00',
    category_id: category,
    category_ids: [{ id: String(category), position: 1 }],
    choice_options: [{ title: 'Size', name: 'choice_1', options: ['S', 'M'] }],
  }
  const products = Array.from({ length: 30 }, (_, index) => ({
    ...product,
    id: index + 1,
    total_stock: index % 4,
  }))
  const categories = [
    { id: category, name: 'Category', parent_id: 0, position: 0 },
    { id: category + 1, name: 'Subcategory', parent_id: category, position: 1 },
  ]
  const sections = [1, 2, 3, 4, 5, 6, 7].map((at) => ({
    id: at,
    title: 'Section',
    items: at === 1 ? [product] : products,
  }))
  return [
    ['/products/details/{id}', { product }],
    ['/products/latest', { total_size: 100, limit: 30, offset: 1, products }],
    ['/products/search', { total_size: 100, limit: 30, offset: 1, products }],
    ['/categories', categories],
    ['/categories/childes/{id}', [categories[1]]],
    ['/categories/products/{id}', products],
    // The second banner has no image, because hosts may send none.
    [
      '/banners',
      [
        { id: 1, title: 'Banner', image: 'banner.webp', category_id: 1 },
        { id: 2, title: 'Banner', image: null },
      ],
    ],
    ['/homepage/sections', { success: true, data: sections }],
  ]
}

type JsonSchema = z.core.JSONSchema.BaseSchema

/** Returns a value that a JSON schema allows. Strings and numbers are the id, so that lookups by id succeed. */
function makeSample(root: JsonSchema, id: string): unknown {
  const value = (schema: unknown, depth: number): unknown => {
    if (typeof schema !== 'object' || schema === null || depth > 9) return null
    const { $ref, type: types, properties, items, anyOf, enum: values, const: fixed } = schema as JsonSchema
    if ($ref) return value($ref === '#' ? root : root.$defs?.[$ref.replace('#/$defs/', '')], depth + 1)
    if (fixed !== undefined) return fixed
    if (values?.[0] !== undefined) return values[0]
    if (anyOf) return value(anyOf[0], depth)
    const type = [types].flat()[0]
    if (type === 'object') {
      const fields = Object.entries(properties ?? {})
      return Object.fromEntries(fields.map(([name, field]) => [name, value(field, depth + 1)]))
    }
    if (type === 'array') return [value(items, depth + 1)]
    if (type === 'boolean') return true
    if (type === 'integer' || type === 'number') return Number(id) || 1
    return type === 'string' ? id || 'Text' : null
  }
  return value(root, 0)
}
