import type { banners } from '../src/banners.ts'
import type { CasesOf } from './case.ts'

export const bannersCases: CasesOf<typeof banners> = {
  list: [{ title: 'lists the active banners', status: 200 }],
}
