import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Product } from './products.ts'
import { FileName, Flag, Id, numberText, Timestamp } from './wire.ts'

export const Category = z
  .object({
    id: Id,
    name: z.string(),
    parent_id: z.int().meta({ description: '0 is the top level.' }),
    position: z.int().min(0).max(2).meta({ description: '0 root, 1 below a root, 2 below that.' }),
    status: Flag,
    image: FileName,
    banner_image: FileName.nullable(),
    is_featured: Flag,
    created_at: Timestamp.nullable(),
    updated_at: Timestamp.nullable(),
    image_fullpath: z.string().meta({
      description: 'A URL whose first 33 characters are the base; the picture is at base + storage/ + rest.',
    }),
    banner_image_fullpath: z.string(),
    translations: z.array(z.unknown()),
    products_count: z.int().optional().meta({ description: 'Only in GET /categories.' }),
  })
  .meta({ id: 'Category' })
export type Category = z.infer<typeof Category>

const ofCategory = z.object({ categoryId: numberText('The id of a category.') })
const documented = {
  kind: 'documented',
  source: 'R1 category.php and CategoryController',
} as const

export const categories = {
  list: endpoint({
    method: 'GET',
    path: '/categories',
    auth: 'none',
    readOnly: 'a public list',
    summary: 'All categories of all three levels as one flat list.',
    answers: { 200: z.array(Category) },
    evidence: {
      ...documented,
      note: 'R1 sends roots only; the flat list is assumed',
    },
  }),

  products: endpoint({
    method: 'GET',
    path: '/categories/products/{categoryId}',
    auth: 'none',
    readOnly: 'a public list; the family counts no views',
    summary: 'The products of a category at any position; an unknown id answers an empty list.',
    params: ofCategory,
    answers: { 200: z.array(Product) },
    evidence: documented,
  }),

  childes: endpoint({
    method: 'GET',
    path: '/categories/childes/{categoryId}',
    auth: 'none',
    readOnly: 'a public list',
    summary: 'The direct subcategories; an unknown id answers an empty list.',
    params: ofCategory,
    answers: { 200: z.array(Category) },
    evidence: documented,
  }),
}
