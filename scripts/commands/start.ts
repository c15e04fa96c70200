import { join } from 'node:path'
import { bootstrap, root } from '../bootstrap.ts'
import { forwardCommand } from '../command.ts'
import { checkEmulatorArgs } from '../emulator-args.ts'
import { runHere } from '../run-program.ts'

export const command = forwardCommand({
  summary: 'Installs, builds, seeds and serves the shop and the emulator from one process.',
  run: async (args) => {
    if (checkEmulatorArgs(args) === 'help') return 0
    await bootstrap()
    const { buildShop } = await import('../build/build-shop.ts')
    const { buildConsole } = await import('../build/build-console.ts')
    process.env.KITABO_SHOP ??= buildShop()
    process.env.KITABO_CONSOLE ??= buildConsole()
    process.env.KITABO_DATA ??= join(root, '.data')
    const { buildEmulator } = await import('../build/build-emulator.ts')
    await runHere(await buildEmulator(), args)
    return undefined
  },
})
