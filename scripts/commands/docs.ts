import { bootstrap } from '../bootstrap.ts'
import { defineCommand } from '../command.ts'

export const command = defineCommand({
  summary: 'Writes contracts/openapi.json, the OpenAPI 3.1 document of the contracts.',
  options: { check: { type: 'boolean', summary: 'only report by the exit code whether it is up to date' } },
  run: async ({ check = false }) => {
    await bootstrap()
    const { writeDocs } = await import('../openapi.ts')
    return writeDocs(check)
  },
})
