import type { Cases } from './provider-case.ts'

export const configCases: Cases['config'] = {
  get: [{ title: "returns the store's settings", status: 200 }],
}
