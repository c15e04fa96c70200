/** `npm start`: install, build, seed and serve the whole of Kitabo from this one process. */

import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { bootstrap, fail, root } from './bootstrap.mjs'

try {
  await bootstrap()
  const { buildShop } = await import('./build-shop.mjs')
  const { buildConsole } = await import('./build-console.mjs')
  process.env.KITABO_SHOP ??= buildShop()
  process.env.KITABO_CONSOLE ??= buildConsole()
  process.env.KITABO_DATA ??= join(root, '.data')
  const { buildEmulator } = await import('./build-emulator.mjs')
  await import(pathToFileURL(await buildEmulator()).href)
} catch (error) {
  fail(error)
}
