import { join } from 'node:path'
import { bootstrap, root } from '../bootstrap.ts'
import { forwardCommand } from '../command.ts'
import { runHere } from '../run-program.ts'

export const command = forwardCommand({
  summary: 'Serves the emulator alone, without the shop.',
  run: async (args) => {
    await bootstrap()
    // The emulator's settings need its packages.
    const { checkEmulatorArgs } = await import('../emulator-args.ts')
    if (checkEmulatorArgs(args) === 'help') return 0
    process.env.KITABO_DATA ??= join(root, '.data')
    const { buildConsole } = await import('../build-console.ts')
    process.env.KITABO_CONSOLE ??= buildConsole()
    const { buildEmulator } = await import('../build-emulator.ts')
    await runHere(await buildEmulator(), args)
    return undefined
  },
})
