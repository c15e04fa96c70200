import type { homepage } from '../src/resources/homepage.ts'
import { extractProductValues, field, objectsOf, PRODUCT_VALUE_NAMES } from './extract.ts'
import type { CasesOf } from './provider-case.ts'

export const homepageCases: CasesOf<typeof homepage> = {
  sections: [
    {
      title: 'lists the sections of the home page',
      status: 200,
      outputs: PRODUCT_VALUE_NAMES,
      extract: (body, values) => {
        const items = objectsOf(field(body, 'data')).flatMap((section) => objectsOf(section.items))
        return extractProductValues(items, values)
      },
    },
  ],
}
