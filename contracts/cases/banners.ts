import type { banners } from '../src/resources/banners.ts'
import { fileNames, mergeCandidates, objectsOf } from './extract.ts'
import type { CasesOf } from './provider-case.ts'

export const bannersCases: CasesOf<typeof banners> = {
  list: [
    {
      title: 'lists the active banners',
      status: 200,
      outputs: ['bannerFiles'],
      extract: (body, values) => ({
        bannerFiles: mergeCandidates(values.bannerFiles, fileNames(objectsOf(body).map((row) => row.image))),
      }),
    },
  ],
}
