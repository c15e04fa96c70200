import { printable } from '../../contracts/harness/report/printable.ts'
import { bootstrap } from '../bootstrap.ts'
import { forwardCommand } from '../command.ts'
import { UserError } from '../runtime.mjs'

/** Exit code if there is no verdict; 1 would mean that the host has drifted. */
const UNKNOWN = 4

export const command = forwardCommand({
  summary: 'Validates the embedded emulator, or with --target URL a live host, against the contracts.',
  run: async (args) => {
    try {
      await bootstrap()
      // npm and pnpm run scripts in the root; INIT_CWD is the folder to which file arguments are relative.
      const { npm_lifecycle_event: script, INIT_CWD: caller } = process.env
      if (script && caller) process.chdir(caller)
      const { main } = await import('../../contracts/command/main.ts')
      return await main(args)
    } catch (error) {
      const { message, stack } = error as Error
      const lines = (error instanceof UserError ? message : (stack ?? message)).split('\n')
      process.stderr.write(`\n${lines.map(printable).join('\n')}\n`)
      return UNKNOWN
    }
  },
})
