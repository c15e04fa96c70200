import type { homepage } from 'contracts/homepage'
import type { Handlers } from '../http/handler.ts'
import { all } from '../world/world.ts'
import { idsOf, jsonList, type ProductText } from './products.ts'

export const homepageHandlers: Handlers<typeof homepage> = {
  sections: ({ world }) => {
    const sections = all<{ id: number; title: string | null; product_ids: string }>(
      world,
      'SELECT id, title, product_ids FROM homepage_sections ORDER BY place',
    )
    const productIds: number[] = []
    const data = sections.map(({ id, title, product_ids }) => {
      const items = all<ProductText>(
        world,
        'SELECT products.id, products.json FROM json_each(?) JOIN products ON products.id = json_each.value ORDER BY json_each.key',
        product_ids,
      )
      productIds.push(...idsOf(items))
      return `{"id":${id},"title":${JSON.stringify(title)},"items":${jsonList(items)}}`
    })
    return {
      status: 200,
      text: `{"success":true,"message":"Homepage sections fetched successfully","data":[${data.join(',')}]}`,
      productIds,
    }
  },
}
