import type { homepage } from '../src/resources/homepage.ts'
import { field, objectsOf, PRODUCT_VALUES, valuesOfProducts } from './extract.ts'
import type { CasesOf } from './provider-case.ts'

export const homepageCases: CasesOf<typeof homepage> = {
  sections: [
    {
      title: 'lists the sections of the home page',
      status: 200,
      outputs: PRODUCT_VALUES,
      extract: (body, values) => {
        const items = objectsOf(field(body, 'data')).flatMap((section) => objectsOf(section.items))
        return valuesOfProducts(items, values)
      },
    },
  ],
}
