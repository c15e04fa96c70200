import { bannerImagePath } from 'contracts/images'
import type { Banner, banners } from 'contracts/resources/banners'
import type { ProviderHandlers } from '../http/handler.ts'
import { ORIGIN_MARK } from '../http/response/origin.ts'
import { SEEDED_DATES } from '../world/database-dates.ts'
import { selectAll } from '../world/queries.ts'

type BannerRow = Pick<Banner, 'id' | 'title' | 'image' | 'product_id' | 'category_id' | 'banner_type'>

export const bannersHandlers: ProviderHandlers<typeof banners> = {
  list: ({ world }) => ({
    status: 200,
    body: selectAll<BannerRow>(world, 'SELECT * FROM banners ORDER BY id').map((row) => ({
      ...row,
      image_fullpath: ORIGIN_MARK + bannerImagePath(row.image),
      status: 1,
      ...SEEDED_DATES,
    })),
  }),
}
