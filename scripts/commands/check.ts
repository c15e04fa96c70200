import { bootstrap } from '../bootstrap.ts'
import { checks, passes } from '../checks.ts'
import { defineCommand } from '../command.ts'
import { lintOpenApi } from '../lint-openapi.ts'

export const command = defineCommand({
  summary: 'Types, lint, import arrows, dead code and fresh documents.',
  options: {},
  run: async () => {
    await bootstrap()
    const results = checks().map(([title, program, args]) => passes(title, program, args))
    return [...results, lintOpenApi()].every(Boolean) ? 0 : 1
  },
})
