import { CATEGORY_IMAGE_BASE_LENGTH } from 'contracts/images'
import type { Category, categories } from 'contracts/resources/categories'
import type { ProviderHandlers } from '../http/handler.ts'
import { databaseNumber, isNumeric } from '../http/request/php-input.ts'
import { ORIGIN_MARK } from '../http/response/origin.ts'
import { SEEDED_DATES } from '../world/database-dates.ts'
import { selectAll } from '../world/queries.ts'
import { NEWEST_OF_CATEGORY, readProducts } from './products.ts'

type CategoryRow = {
  id: number
  parent_id: number
  position: number
  name: string
  image: string
  is_featured: 0 | 1
  products_count: number
}

/** Text that pads the base URL of category images to the length at which the shop's menu splits it. */
const IMAGE_BASE_FILLER = 'media-of-the-kitabo-emulator-here'

/** Returns 33 characters ending in a slash, unless the origin is too long to pad. */
function categoryImageBase(origin: string): string {
  const length = CATEGORY_IMAGE_BASE_LENGTH - `${origin}//`.length
  return length >= 1 ? `${origin}/${IMAGE_BASE_FILLER.slice(0, length)}/` : `${origin}/`
}

function toWireCategory(row: CategoryRow, origin: string): Category {
  const { products_count: _, ...category } = row
  return {
    ...category,
    status: 1,
    banner_image: null,
    ...SEEDED_DATES,
    // Assumed: without `storage/`, which the shop's menu inserts.
    image_fullpath: `${categoryImageBase(origin)}category/${row.image}`,
    banner_image_fullpath: `${ORIGIN_MARK}/assets/admin/img/8_1.png`,
    translations: [],
  }
}

const SELECT_CATEGORIES = `SELECT categories.*, (SELECT count(*) FROM product_categories WHERE category_id = categories.id) AS products_count
  FROM categories`

export const categoriesHandlers: ProviderHandlers<typeof categories> = {
  list: ({ world, origin }) => ({
    status: 200,
    // Assumed: this provider returns all levels. Recorded: the original software returns roots only.
    body: selectAll<CategoryRow>(
      world,
      `${SELECT_CATEGORIES} ${world.extensions.categoryLevels ? '' : 'WHERE position = 0'} ORDER BY id`,
    ).map((row) => ({
      ...toWireCategory(row, origin),
      products_count: row.products_count,
    })),
  }),

  products: ({ world, params }) => ({
    status: 200,
    // Source R1: compares ids as PHP does, so `abc` is no id.
    body: isNumeric(params.categoryId)
      ? readProducts(world, NEWEST_OF_CATEGORY, Number(params.categoryId), -1)
      : [],
  }),

  childes: ({ world, params, origin }) => ({
    status: 200,
    body: selectAll<CategoryRow>(
      world,
      `${SELECT_CATEGORIES} WHERE parent_id = ? ORDER BY id`,
      // Recorded: the database reads `abc` as 0, the parent of the roots.
      databaseNumber(params.categoryId),
    ).map((row) => toWireCategory(row, origin)),
  }),
}
