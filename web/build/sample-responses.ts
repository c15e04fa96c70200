/** A product with every field that a page shows. */
const product = {
  id: 1,
  name: 'Product',
  author: 'Author',
  price: 1000,
  original_price: 2000,
  has_discount: true,
  discount_percentage: 50,
  description: '<p>Words</p>',
  image: ['a.webp', 'b.webp'],
  total_stock: 3,
  tax: '978-0-00',
  category_id: 1,
  category_ids: [{ id: '1', position: 1 }],
  choice_options: [{ title: 'Size', name: 'choice_1', options: ['S', 'M'] }],
}
const products = Array.from({ length: 30 }, (_, at) => ({ ...product, id: at + 1, total_stock: at % 4 }))
const categories = [
  { id: 1, name: 'Category', parent_id: 0, position: 0 },
  { id: 2, name: 'Subcategory', parent_id: 1, position: 1 },
]
const responses: Record<string, unknown> = {
  '/products/details/1': { product },
  '/products/latest': { total_size: 100, limit: 30, offset: 1, products },
  '/categories': categories,
  '/categories/childes/1': [categories[1]],
  // The second banner has no image, because hosts may send none.
  '/banners': [
    { id: 1, title: 'Banner', image: 'banner.webp', category_id: 1 },
    { id: 2, title: 'Banner', image: null },
  ],
  '/homepage/sections': {
    success: true,
    data: [1, 2, 3, 4, 5, 6, 7].map((id) => ({
      id,
      title: 'Section',
      items: id === 1 ? [product] : products,
    })),
  },
}

/** Returns sample responses. The build renders them to determine the inline styles of each page. */
export const sampleRequest = async (path: string): Promise<string | undefined> =>
  JSON.stringify(path.startsWith('/categories/products/') ? products : responses[path])
