/** `npm run emulator -- [options]`: the provider alone, without the shop. */
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { bootstrap, fail, root } from './bootstrap.mjs'

try {
  await bootstrap()
  process.env.KITABO_DATA ??= join(root, '.data')
  const { buildConsole } = await import('./build-console.mjs')
  process.env.KITABO_CONSOLE ??= buildConsole()
  const { buildEmulator } = await import('./build-emulator.mjs')
  await import(pathToFileURL(await buildEmulator()).href)
} catch (error) {
  fail(error)
}
