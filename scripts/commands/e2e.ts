import { runProgram } from '../bootstrap.ts'
import { buildConsole, buildShop } from '../build/build.ts'
import { chromium, headlessShell, nginx } from '../checks/programs.ts'
import { forwardCommand } from '../command.ts'

/** Builds the shop and the console, and finds the programs that end-to-end tests use. */
export async function prepareEndToEnd(): Promise<{ shop: string; env: NodeJS.ProcessEnv }> {
  const shop = buildShop()
  buildConsole()
  const shell = headlessShell()
  const server = nginx()
  const env = {
    CHROMIUM_PATH: await chromium(),
    ...(shell ? { HEADLESS_SHELL_PATH: shell } : {}),
    ...(server ? { NGINX_PATH: server } : {}),
  }
  return { shop, env }
}

export const command = forwardCommand({
  summary:
    'Runs end-to-end tests with the built shop. Accepts the options of playwright test, such as buying.spec.ts.',
  run: async (args) => {
    if (!args.includes('--help') && !args.includes('-h'))
      Object.assign(process.env, (await prepareEndToEnd()).env)
    return runProgram('playwright', ['test', ...args], 'web')
  },
})
