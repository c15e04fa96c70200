import type { homepage } from 'contracts/homepage'
import type { Handlers } from '../http/handler.ts'
import { ownBytes } from '../http/response/own-bytes.ts'
import { all } from '../world/world.ts'
import { idsOf, productList } from './product-json.ts'

export const homepageHandlers: Handlers<typeof homepage> = {
  sections: ({ world, origin }) => {
    const sections = all<{ id: number; title: string | null; product_ids: string }>(
      world,
      'SELECT id, title, product_ids FROM homepage_sections ORDER BY place',
    )
    const productIds: number[] = []
    const data = sections.flatMap(({ id, title, product_ids }, index) => {
      const ids = idsOf(
        all(
          world,
          'SELECT products.id FROM json_each(?) JOIN products ON products.id = json_each.value ORDER BY json_each.key',
          product_ids,
        ),
      )
      productIds.push(...ids)
      return [
        `${index === 0 ? '' : ','}{"id":${id},"title":${JSON.stringify(title)},"items":`,
        ...productList({ world, origin }, ids),
        '}',
      ]
    })
    return {
      status: 200,
      bytes: ownBytes(
        '{"success":true,"message":"Homepage sections fetched successfully","data":[',
        data,
        ']}',
      ),
      productIds,
    }
  },
}
