import type { banners } from '../src/resources/banners.ts'
import { candidates, fileNames, objectsOf } from './extract.ts'
import type { CasesOf } from './provider-case.ts'

export const bannersCases: CasesOf<typeof banners> = {
  list: [
    {
      title: 'lists the active banners',
      status: 200,
      outputs: ['bannerFiles'],
      extract: (body, values) => ({
        bannerFiles: candidates(values.bannerFiles, fileNames(objectsOf(body).map((row) => row.image))),
      }),
    },
  ],
}
