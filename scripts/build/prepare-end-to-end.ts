import { findChromium, findHeadlessShell, findNginx } from '../toolchain/programs.ts'
import { buildConsole, buildShop } from './build.ts'

/** Builds the shop and the console, and finds the programs that end-to-end tests use. */
export async function prepareEndToEnd(): Promise<{ shop: string; env: NodeJS.ProcessEnv }> {
  const shop = buildShop()
  buildConsole()
  const shell = findHeadlessShell()
  const server = findNginx()
  const env = {
    CHROMIUM_PATH: await findChromium(),
    ...(shell ? { HEADLESS_SHELL_PATH: shell } : {}),
    ...(server ? { NGINX_PATH: server } : {}),
  }
  return { shop, env }
}
