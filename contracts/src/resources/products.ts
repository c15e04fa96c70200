import { z } from 'zod'
import { BUILDS, endpoint } from '../endpoint.ts'
import { entity, holds, type Relation } from '../relation.ts'
import { derived, from, rowsOf, type Selection } from '../selection.ts'
import {
  absoluteImages,
  Echoed,
  eachRowOnce,
  FailureObject,
  FileName,
  Flag,
  Id,
  Money,
  namesNotEmpty,
  numberText,
  PAGE_SIZE,
  PageQuery,
  ServerError,
  Timestamp,
} from '../wire.ts'

/** Source R1: ids in `category_ids` are strings, although `Category.id` is a number. */
export const ProductCategory = z.object({ id: z.string().regex(/^\d+$/), position: z.int() })

export const ChoiceOption = z.object({
  name: z.string(),
  title: z.string(),
  options: z.array(z.string()),
})
export type ChoiceOption = z.infer<typeof ChoiceOption>

export const ProductVariation = z.object({ type: z.string(), price: Money, stock: z.int() })
export type ProductVariation = z.infer<typeof ProductVariation>

/** The provider's extensions of the original software that add fields to products, and those fields. */
export const PRODUCT_EXTENSIONS = {
  discounts: 'original_price, has_discount and discount_percentage of products.',
  productCategory: 'category_id of products.',
}

/** Declares a field that the original software lacks. Assumed: its name and its type. */
const addedBy = <T extends z.ZodType>(extension: keyof typeof PRODUCT_EXTENSIONS, field: T): T =>
  field.meta({ 'x-extension': extension })

/** Fields that the emulator sends exactly as a product of the catalogue contains them. All are optional. */
export const OptionalProductFields = z.object({
  // Source R1.
  codebar: z
    .string()
    .nullish()
    .meta({ description: 'Only present if the product has a translation with this key.' }),
})

/** A product in lists and details, with its JSON columns decoded. */
export const Product = z
  .object({
    id: Id,
    name: z.string().nullable(),
    description: z.string().nullable().meta({ description: 'HTML.' }),
    // Decoded from a nullable JSON column.
    image: z.array(FileName).nullable(),
    price: Money,
    variations: z.array(ProductVariation),
    tax: z
      .union([z.number(), z.string()])
      .nullable()
      .meta({ description: 'In this deployment, the ISBN as a string; 0 for products without one.' }),
    status: Flag,
    created_at: Timestamp.nullable(),
    updated_at: Timestamp.nullable(),
    attributes: z.array(z.string()),
    category_ids: z
      .array(ProductCategory)
      .meta({ description: 'Root first; the second entry is the main category.' }),
    choice_options: z.array(ChoiceOption),
    discount: z.number(),
    discount_type: z.enum(['percent', 'amount']),
    tax_type: z.enum(['percent', 'amount']),
    unit: z.string(),
    total_stock: z.int(),
    min_order_qty: z.int(),
    image_fullpath: z.array(z.string()).nullable(),
    wishlist_count: z.int().optional(),
    rating: z
      .array(z.object({ average: z.string(), product_id: Id }))
      .optional()
      .meta({ description: 'Empty without ratings. The average is a string.' }),
    ...OptionalProductFields.shape,
    category_id: addedBy('productCategory', Id.nullish()),
    category: addedBy('productCategory', z.unknown().optional()),
    original_price: addedBy('discounts', Money.nullish()),
    has_discount: addedBy('discounts', z.boolean().optional()),
    discount_percentage: addedBy('discounts', z.number().optional()),
  })
  .meta({ id: 'Product' })
export type Product = z.infer<typeof Product>

const ProductDetails = Product.extend({
  translations: z.array(z.unknown()).optional(),
  /** Recorded: from 7.7 on. */
  reviews: z.array(z.unknown()).optional(),
})

/** Recorded: from 7.7 on. */
const OverallRating = z.object({
  total_review: z.int(),
  average_rating: z.number(),
  rating_group_count: z.record(z.string(), z.int()),
})

/** The details of an existing product. */
export const ProductDetailsResponse = z
  .object({
    product: ProductDetails,
    related_products: z.array(Product).meta({ description: 'Up to ten.' }),
    overall_rating: OverallRating.optional(),
    customers_also_bought: z.array(Product).optional(),
  })
  .meta({ id: 'ProductDetailsResponse' })

export const ProductPage = z
  .object({ total_size: z.int(), limit: Echoed, offset: Echoed, products: z.array(Product) })
  .meta({ id: 'ProductPage' })
export type ProductPage = z.infer<typeof ProductPage>

const evidence = {
  kind: 'documented',
  source: 'R1 product.php and ProductController',
} as const

const SortOrder = z
  .enum(['price_high_to_low', 'price_low_to_high'])
  .meta({ description: 'Default: newest first.' })

export const products = {
  latest: endpoint({
    method: 'GET',
    path: '/products/latest',
    auth: 'none',
    readOnly: 'a public list',
    summary: 'The newest products, newest first.',
    query: PageQuery.extend({ sort_by: SortOrder.optional() }),
    // Recorded: 500 for a limit that is negative or no number.
    responses: { 200: ProductPage, 500: ServerError },
    recordedIn: { 200: BUILDS, 500: BUILDS },
    evidence,
  }),

  details: endpoint({
    method: 'GET',
    path: '/products/details/{id}',
    auth: 'none',
    readOnly: 'one public product; no known build counts views',
    summary: 'A product and up to ten related products.',
    params: z.object({ id: numberText('Id of a product.') }),
    responses: {
      // Source R1, R2, R3: a missing or inactive product is HTTP 200 with an errors object.
      200: z.union([ProductDetailsResponse, FailureObject]),
    },
    recordedIn: { 200: BUILDS },
    evidence,
  }),

  search: endpoint({
    method: 'GET',
    path: '/products/search',
    auth: 'none',
    readOnly:
      'a public search; later builds may store the term for the customer, so it is sent without a token',
    summary: 'Products whose name contains any word of the query.',
    query: PageQuery.extend({
      name: z
        .string()
        .optional()
        .meta({ description: 'Search words. A product matches if its name contains any of them.' }),
      price_low: numberText('Minimum price in shillings.', 'number').optional(),
      price_high: numberText('Maximum price in shillings.', 'number').optional(),
      rating: numberText('Minimum average rating.', 'number').optional(),
      // Source R1: a list despite its name.
      category_id: z.string().optional().meta({ description: 'JSON array of category ids.' }),
      category_ids: z
        .string()
        .optional()
        .meta({ description: 'JSON array of category ids. Ignored by the recorded builds.' }),
      sort_by: SortOrder.optional(),
    }),
    responses: {
      200: ProductPage.extend({
        // Source R1: a missing parameter is echoed as null here, not as its default.
        limit: Echoed.nullable(),
        offset: Echoed.nullable(),
        lowest_price: z.int(),
        highest_price: z.int(),
        // Source R3: later builds also echo the other parameters, or return null for them.
        price_low: z.unknown().optional(),
        price_high: z.unknown().optional(),
        rating: z.unknown().optional(),
        category_ids: z.unknown().optional(),
        sort_by: z.string().nullish(),
      }),
    },
    recordedIn: { 200: BUILDS },
    evidence,
  }),
}

/** Excludes stock and counters, because they may change between two reads. */
const productEntity = entity<Product>('a product is the same everywhere', 'id', [
  'name',
  'price',
  'discount',
  'discount_type',
  'tax',
  'unit',
  'created_at',
])

/** All pages of a search report the same total. */
const searchEntity = entity<{ search: string; total_size: number }>('a search has one total', 'search', [
  'total_size',
])

/** Declares that the total of a list matches the rows of its page. */
export function totalCoversRows(
  page: Selection<Pick<ProductPage, 'total_size'> & { limit?: unknown; products: readonly unknown[] }>,
): Relation {
  return holds(
    'a total matches the rows',
    page,
    ['total_size', 'limit', 'products.length'],
    'the number of rows, or more if the page is full',
    ({ total_size, limit, products: { length } }, { query }) =>
      length < Number(limit ?? PAGE_SIZE) && Number(query?.offset ?? 1) === 1
        ? total_size === length
        : total_size >= length,
  )
}

/** Returns the relations that apply to every list of products. */
export function relationsOfProducts(
  lists: Selection<readonly (Omit<Product, 'id' | 'image'> & { id?: number | undefined })[]>,
): Relation[] {
  return [eachRowOnce(lists), ...relationsOfRows(rowsOf(lists))]
}

function relationsOfRows(
  rows: Selection<Omit<Product, 'id' | 'image'> & { id?: number | undefined }>,
): Relation[] {
  return [
    productEntity.in(rows),
    holds(
      'a discount is not larger than the price',
      rows,
      ['discount', 'discount_type', 'price'],
      'at most the price, or 100 percent',
      ({ discount, discount_type, price }) =>
        discount >= 0 && discount <= (discount_type === 'percent' ? 100 : price),
    ),
    holds(
      'a discount matches both prices',
      rows,
      ['discount_percentage', 'price', 'original_price'],
      'the difference between price and original_price, rounded',
      ({ price, original_price, discount_percentage }) =>
        !original_price ||
        discount_percentage === undefined ||
        Math.abs((1 - price / original_price) * 100 - discount_percentage) <= 1,
    ),
    absoluteImages(rows),
    namesNotEmpty(rows),
  ]
}

const LISTS = [
  from(products.latest, '$.products'),
  from(products.search, '$.products'),
  from(products.details, '$.related_products'),
]
const productDetails = from(products.details, '$.product')

export const relations = [
  ...LISTS.flatMap(relationsOfProducts),
  ...relationsOfRows(productDetails),
  holds(
    'related products are other products',
    from(products.details, '$'),
    ['related_products[].id', 'product.id'],
    'products other than the requested one',
    ({ product, related_products = [] }) => related_products.every(({ id }) => id !== product?.id),
  ),
  holds(
    'the details are those of the requested product',
    productDetails,
    ['id'],
    'the requested id',
    ({ id }, { params }) => String(id) === String(params?.id),
  ),
  totalCoversRows(from(products.latest, '$')),
  totalCoversRows(from(products.search, '$')),
  searchEntity.in(
    derived(from(products.search, '$'), ['total_size'], ({ total_size }, { query }) => ({
      search: JSON.stringify({ ...query, limit: undefined, offset: undefined }),
      total_size,
    })),
  ),
  holds(
    'the price range is not inverted',
    from(products.search, '$'),
    ['lowest_price', 'highest_price'],
    'at most the highest price',
    ({ lowest_price, highest_price }) => lowest_price <= highest_price,
  ),
]
