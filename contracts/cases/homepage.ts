import type { homepage } from '../src/homepage.ts'
import type { CasesOf } from './case.ts'
import { field, learnFromProducts, objectsOf } from './learn-from.ts'

export const homepageCases: CasesOf<typeof homepage> = {
  sections: [
    {
      title: 'lists the sections of the home page',
      status: 200,
      gives: ['productId', 'productIds', 'categoryIds', 'words', 'productFiles'],
      learns: (body, known) => {
        const items = objectsOf(field(body, 'data')).flatMap((section) => objectsOf(section.items))
        return learnFromProducts(items, known)
      },
    },
  ],
}
