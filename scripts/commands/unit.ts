import { bootstrap } from '../bootstrap.ts'
import { forwardCommand } from '../command.ts'
import { runProgram } from '../run-program.ts'

export const command = forwardCommand({
  summary: 'Unit tests and contract cases; takes the options of vitest, such as --project web.',
  run: async (args) => {
    await bootstrap()
    return runProgram('vitest', ['run', '--config=scripts/vitest.config.ts', ...args])
  },
})
