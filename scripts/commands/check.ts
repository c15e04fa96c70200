import { bootstrap } from '../bootstrap.ts'
import { checks, runChecks } from '../checks/checks.ts'
import { lintOpenApi } from '../checks/lint-openapi.ts'
import { defineCommand } from '../command.ts'

export const command = defineCommand({
  summary: 'Types, lint, import arrows, dead code and fresh documents.',
  options: {},
  run: async () => {
    await bootstrap()
    const results = await runChecks(checks())
    return [...results.map(([, ok]) => ok), lintOpenApi()].every(Boolean) ? 0 : 1
  },
})
