import type { products } from '../src/products.ts'
import type { CasesOf } from './case.ts'

type Page = { products: { id: number; total_stock: number }[] }

export const productsCases: CasesOf<typeof products> = {
  latest: [
    {
      title: 'answers the newest products',
      status: 200,
      // One that can be ordered: the ordering cases take it from here.
      learns: (body) => {
        const { products } = body as Page
        return { productId: (products.find((each) => each.total_stock > 1) ?? products[0])?.id as number }
      },
    },
    {
      title: 'echoes limit and page as text',
      request: { query: { limit: '2', offset: '2', sort_by: 'price_low_to_high' } },
      status: 200,
    },
    {
      title: 'answers no products past the last page',
      request: { query: { limit: '50', offset: '99999' } },
      status: 200,
    },
  ],
  details: [
    {
      title: 'answers a product with related ones',
      needs: ['productId'],
      request: ({ productId }) => ({ params: { id: productId } }),
      status: 200,
    },
    {
      title: 'answers 200 with an errors object for a missing product',
      request: { params: { id: 999_999_999 } },
      status: 200,
    },
  ],
  search: [
    { title: 'finds products by a word of the name', request: { query: { name: 'book' } }, status: 200 },
    {
      title: 'answers no products when nothing matches',
      request: { query: { name: 'zzzzqqqq' } },
      status: 200,
    },
    { title: 'answers everything without a name', request: { query: { limit: '3' } }, status: 200 },
  ],
}
