import type { homepage } from 'contracts/resources/homepage'
import type { Handlers } from '../http/handler.ts'
import { selectAll } from '../world/queries.ts'
import { readProducts } from './products.ts'

const SELECT_SECTION_PRODUCTS = `SELECT products.id FROM json_each(?) JOIN products ON products.id = json_each.value
  ORDER BY json_each.key`

export const homepageHandlers: Handlers<typeof homepage> = {
  sections: ({ world }) => ({
    status: 200,
    body: {
      success: true,
      message: 'Homepage sections fetched successfully',
      data: selectAll<{ id: number; title: string | null; product_ids: string }>(
        world,
        'SELECT id, title, product_ids FROM homepage_sections ORDER BY place',
      ).map(({ id, title, product_ids }) => ({
        id,
        title,
        items: readProducts(world, SELECT_SECTION_PRODUCTS, product_ids),
      })),
    },
  }),
}
