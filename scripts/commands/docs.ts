import { bootstrap } from '../bootstrap.ts'
import { defineCommand } from '../command.ts'

export const command = defineCommand({
  summary:
    'Writes the generated documents: the OpenAPI 3.1 document of the contracts, which screens read which fields, and the table of searches.',
  options: {
    check: { summary: 'only report by the exit code whether they are up to date' },
  },
  run: async ({ check = false }) => {
    await bootstrap()
    const { writeDocs } = await import('../docs/documents.ts')
    return writeDocs(check)
  },
})
