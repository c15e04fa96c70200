import type { Banner } from 'contracts/resources/banners'
import { readId, readList, readObject, readText } from '../../api/read-values.ts'

export type ShopBanner = { id: number; title: string; image: string | null; category_id: number | null }

/** Reads the banners from a response. A missing title becomes 'No Title', as specified. */
export function readBanners(body: unknown): ShopBanner[] {
  return readList(body).flatMap((entry, position) => {
    const wire = readObject<Banner>(entry)
    return [
      {
        id: readId(wire.id) ?? -1 - position,
        title: readText(wire.title) || 'No Title',
        image: typeof wire.image === 'string' && wire.image !== '' ? wire.image : null,
        category_id: readId(wire.category_id),
      },
    ]
  })
}
