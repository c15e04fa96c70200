import type { categories } from '../src/categories.ts'
import type { CasesOf } from './case.ts'

export const categoriesCases: CasesOf<typeof categories> = {
  list: [
    {
      title: 'lists the categories of all levels',
      status: 200,
      learns: (body) => ({ categoryId: (body as { id: number }[])[0]?.id as number }),
    },
  ],
  products: [
    {
      title: 'lists the products of a category',
      needs: ['categoryId'],
      request: ({ categoryId }) => ({ params: { categoryId } }),
      status: 200,
    },
    {
      title: 'answers an empty list for a category that does not exist',
      request: { params: { categoryId: 999_999_999 } },
      status: 200,
    },
  ],
  childes: [
    {
      title: 'lists the subcategories of a category',
      needs: ['categoryId'],
      request: ({ categoryId }) => ({ params: { categoryId } }),
      status: 200,
    },
    {
      title: 'answers an empty list for a category that does not exist',
      request: { params: { categoryId: 999_999_999 } },
      status: 200,
    },
  ],
}
