import { bootstrap } from '../bootstrap.ts'
import { forwardCommand } from '../command.ts'
import { runProgram } from '../run-program.ts'

export const command = forwardCommand({
  summary: 'Formats, and corrects what the linter can correct by itself; takes the options of biome check.',
  run: async (args) => {
    await bootstrap()
    return runProgram('biome', ['check', '--write', ...args, ...(args.length === 0 ? ['.'] : [])])
  },
})
