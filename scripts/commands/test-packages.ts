import { bootstrap } from '../bootstrap.ts'
import { buildConsole } from '../build/build-console.ts'
import { chromium } from '../checks/chromium.ts'
import { forwardCommand } from '../command.ts'
import { runProgram } from '../run-program.ts'

export const command = forwardCommand({
  summary:
    'Installs the packages into empty folders by npm and uses them there, with real clients; takes the options of vitest.',
  run: async (args) => {
    if (args.includes('--help') || args.includes('-h')) return runProgram('vitest', ['run', '--help'])
    await bootstrap()
    buildConsole()
    process.env.CHROMIUM_PATH = await chromium()
    return runProgram('vitest', ['run', '--config=scripts/packages/vitest.config.ts', ...args])
  },
})
