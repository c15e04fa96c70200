import type { banners } from '../src/banners.ts'
import type { CasesOf } from './case.ts'
import { candidates, fileNames, objectsOf } from './learn-from.ts'

export const bannersCases: CasesOf<typeof banners> = {
  list: [
    {
      title: 'lists the active banners',
      status: 200,
      gives: ['bannerFiles'],
      learns: (body, known) => ({
        bannerFiles: candidates(known.bannerFiles, fileNames(objectsOf(body).map((each) => each.image))),
      }),
    },
  ],
}
