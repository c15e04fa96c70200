import { join } from 'node:path'
import { bootstrap, root } from '../bootstrap.ts'
import { forwardCommand } from '../command.ts'
import { checkEmulatorArgs } from '../emulator-args.ts'
import { runHere } from '../run-program.ts'

export const command = forwardCommand({
  summary: 'Serves the emulator alone, without the shop.',
  run: async (args) => {
    if (checkEmulatorArgs(args) === 'help') return 0
    await bootstrap()
    process.env.KITABO_DATA ??= join(root, '.data')
    const { buildConsole } = await import('../build/build-console.ts')
    process.env.KITABO_CONSOLE ??= buildConsole()
    const { buildEmulator } = await import('../build/build-emulator.ts')
    await runHere(await buildEmulator(), args)
    return undefined
  },
})
