import type { config } from '../src/config.ts'
import type { CasesOf } from './case.ts'

export const configCases: CasesOf<typeof config> = {
  get: [{ title: "answers the store's settings", status: 200 }],
}
