import { z } from 'zod'
import { BUILDS, endpoint } from '../endpoint.ts'
import { holds, reference } from '../relation.ts'
import { from } from '../selection.ts'
import { absoluteImages, eachRowOnce, FileName, Flag, Id, Timestamp } from '../wire.ts'
import { allCategories } from './categories.ts'

export const Banner = z
  .object({
    id: Id,
    title: z.string().nullable(),
    image: FileName,
    image_fullpath: z.string(),
    product_id: Id.nullable().meta({
      description: 'Set if the banner links to a product; never set together with category_id.',
    }),
    category_id: Id.nullable(),
    banner_type: z.enum(['primary', 'secondary']),
    status: Flag,
    created_at: Timestamp.nullable(),
    updated_at: Timestamp.nullable(),
  })
  .meta({ id: 'Banner' })
export type Banner = z.infer<typeof Banner>

export const banners = {
  list: endpoint({
    method: 'GET',
    path: '/banners',
    auth: 'none',
    readOnly: 'a public list',
    summary: 'The active banners, as a bare array.',
    responses: { 200: z.array(Banner) },
    recordedIn: { 200: BUILDS },
    evidence: { kind: 'documented', source: 'R1 BannerController' },
  }),
}

const listedBanners = from(banners.list, '$[]')

export const relations = [
  reference('a banner links to a category', listedBanners, 'category_id', allCategories, 'id'),
  holds(
    'a banner has one target',
    listedBanners,
    ['category_id', 'product_id'],
    'null next to a product_id',
    ({ product_id, category_id }) => product_id === null || category_id === null,
  ),
  absoluteImages(listedBanners),
  eachRowOnce(from(banners.list, '$')),
]
