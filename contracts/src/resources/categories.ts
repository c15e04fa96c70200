import { z } from 'zod'
import { BUILDS, endpoint } from '../endpoint.ts'
import { entity, holds, reference, tree } from '../relation.ts'
import { derived, from, rowsOf } from '../selection.ts'
import {
  absoluteImages,
  eachRowOnce,
  FileName,
  Flag,
  Id,
  namesNotEmpty,
  numberText,
  Timestamp,
} from '../wire.ts'
import { Product, relationsOfProducts } from './products.ts'

export const Category = z
  .object({
    id: Id,
    name: z.string(),
    parent_id: z.int().meta({ description: '0 is the top level.' }),
    position: z
      .int()
      .min(0)
      .max(2)
      .meta({ description: 'Level in the tree: 0 for a root, 1 and 2 for the levels below.' }),
    status: Flag,
    image: FileName,
    banner_image: FileName.nullable(),
    is_featured: Flag,
    created_at: Timestamp.nullable(),
    updated_at: Timestamp.nullable(),
    image_fullpath: z.string().meta({
      description: 'A URL whose first 33 characters are the base; the image is at base + storage/ + rest.',
    }),
    banner_image_fullpath: z.string(),
    translations: z.array(z.unknown()),
    products_count: z.int().optional().meta({ description: 'Only in GET /categories.' }),
  })
  .meta({ id: 'Category' })
export type Category = z.infer<typeof Category>

const CategoryParams = z.object({ categoryId: numberText('Id of a category.') })
const evidence = {
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
    responses: { 200: z.array(Category) },
    recordedIn: { 200: BUILDS },
    evidence: {
      ...evidence,
      note: 'R1 returns roots only; the flat list is assumed',
    },
  }),

  products: endpoint({
    method: 'GET',
    path: '/categories/products/{categoryId}',
    auth: 'none',
    readOnly: 'a public list; no known build counts views',
    summary: 'Products of a category at any level; an unknown id returns an empty list.',
    params: CategoryParams,
    responses: { 200: z.array(Product) },
    recordedIn: { 200: BUILDS },
    evidence,
  }),

  childes: endpoint({
    method: 'GET',
    path: '/categories/childes/{categoryId}',
    auth: 'none',
    readOnly: 'a public list',
    summary: 'The direct subcategories; an unknown id returns an empty list.',
    params: CategoryParams,
    responses: { 200: z.array(Category) },
    recordedIn: { 200: BUILDS },
    evidence,
  }),
}

const categoryEntity = entity<Category>('a category is the same everywhere', 'id', ['name', 'parent_id'])
/**
 * All categories, used to check references by id. Source R1: some builds list only roots. Such a list is ignored,
 * because it does not show which subcategories exist.
 */
export const allCategories = rowsOf(
  derived(from(categories.list, '$'), ['[].parent_id'], (rows) =>
    rows.some(({ parent_id }) => parent_id !== 0) ? (rows as Category[]) : null,
  ),
)
const listedCategories = from(categories.list, '$[]')
const children = from(categories.childes, '$[]')
const categoryProducts = from(categories.products, '$')

export const relations = [
  categoryEntity.in(allCategories),
  categoryEntity.in(children),
  ...relationsOfProducts(categoryProducts),
  eachRowOnce(from(categories.list, '$')),
  eachRowOnce(from(categories.childes, '$')),
  reference('a parent is a category', allCategories, 'parent_id', allCategories, 'id'),
  ...[allCategories, children].map((rows) =>
    tree('a category is not its own ancestor', rows, 'id', 'parent_id'),
  ),
  ...[listedCategories, children].flatMap((rows) => [absoluteImages(rows), namesNotEmpty(rows)]),
  holds(
    'children belong to the requested category',
    children,
    ['parent_id'],
    'the requested id',
    ({ parent_id }, { params }) => String(parent_id) === String(params?.categoryId),
  ),
  holds(
    'products belong to the requested category',
    rowsOf(categoryProducts),
    ['category_ids'],
    'contains the requested id',
    ({ category_ids }, { params }) => category_ids.some(({ id }) => id === String(params?.categoryId)),
  ),
]
