import { pages, type ShopPage } from '../boot/pages.ts'
import { BOOKS_REQUEST, type RequestJson, renderPage } from './render-page.tsx'

const product = {
  id: 1,
  name: 'Product',
  author: '1',
  price: 1000,
  original_price: 2000,
  has_discount: true,
  discount_percentage: 50,
  description: '<p>Words</p>',
  image: ['a.webp', 'b.webp'],
  total_stock: 3,
  tax: '978-0-00',
  category_ids: [],
  choice_options: [{ title: 'Size', name: 'choice_1', options: ['S', 'M'] }],
}
const responses: Record<string, unknown> = {
  '/products/details/1': { product },
  '/categories': [
    { id: 1, name: 'Category', parent_id: 0, position: 0 },
    { id: 2, name: 'Subcategory', parent_id: 1, position: 1 },
  ],
  '/categories/products/2': [product],
  [BOOKS_REQUEST]: [product],
  '/categories/products/1': Array.from({ length: 30 }, (_, at) => ({ ...product, id: at + 1 })),
}
const request: RequestJson = async (path) => responses[path]

/** Renders each kind of page with all its elements, to determine the styles that it needs. */
export async function renderSamples(): Promise<Record<string, { markup: string }>> {
  const visit = { origin: '', at: new Date(0) }
  const samples: Record<string, { markup: string }> = {}
  for (const { pattern, rendering } of pages as readonly ShopPage[]) {
    if (rendering !== 'prerendered') continue
    const path = pattern.replace(':id', '1')
    const page = await renderPage(path, request, visit)
    if (page === null) throw new Error(`The sample of ${path} was not rendered.`)
    const kind = path.split('/')[1] ?? ''
    samples[kind] = { markup: (samples[kind]?.markup ?? '') + page.markup }
  }
  return samples
}
