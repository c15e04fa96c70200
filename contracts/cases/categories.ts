import type { categories } from '../src/resources/categories.ts'
import { extractProductValues, idOf, mergeCandidates, objectsOf, PRODUCT_VALUE_NAMES } from './extract.ts'
import { type CasesOf, PROBED_INSTEAD } from './provider-case.ts'

/** An empty list has no items to check, so the next category is tried. */
const items = { name: 'items', isPresent: (body: unknown) => objectsOf(body).length > 0 }

export const categoriesCases: CasesOf<typeof categories> = {
  list: [
    {
      title: 'lists the categories of all levels',
      status: 200,
      outputs: ['categoryIds', 'parentIds'],
      extract: (body, values) => {
        const list = objectsOf(body)
        const full = list.filter((row) => Number(row.products_count) > 0)
        const roots = list.filter((row) => row.parent_id === 0)
        const ids = (some: typeof list) => some.map((row) => idOf(row.id))
        return {
          categoryIds: mergeCandidates(values.categoryIds, [...ids(full), ...ids(list)]),
          parentIds: mergeCandidates(values.parentIds, [
            ...list.filter((row) => row.parent_id !== 0).map((row) => idOf(row.parent_id)),
            ...ids(roots),
            ...ids(list),
          ]),
        }
      },
    },
  ],
  products: [
    {
      title: 'lists the products of a category',
      inputs: ['categoryIds'],
      request: ({ categoryIds }) => categoryIds.map((categoryId) => ({ params: { categoryId } })),
      status: 200,
      content: items,
      outputs: PRODUCT_VALUE_NAMES,
      extract: extractProductValues,
    },
    {
      title: 'returns an empty list for an unknown category',
      request: { params: { categoryId: 999_999_999 } },
      status: 200,
      emulatorOnly: PROBED_INSTEAD,
    },
  ],
  childes: [
    {
      title: 'lists the subcategories of a category',
      inputs: ['parentIds'],
      request: ({ parentIds }) => parentIds.map((categoryId) => ({ params: { categoryId } })),
      status: 200,
      content: items,
    },
    {
      title: 'returns an empty list for an unknown category',
      request: { params: { categoryId: 999_999_999 } },
      status: 200,
      emulatorOnly: PROBED_INSTEAD,
    },
  ],
}
