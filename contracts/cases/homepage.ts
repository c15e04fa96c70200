import type { homepage } from '../src/homepage.ts'
import type { CasesOf } from './case.ts'

export const homepageCases: CasesOf<typeof homepage> = {
  sections: [{ title: 'lists the sections of the home page', status: 200 }],
}
