/** `npm start`: install, build, seed and serve the whole of Kitabo from this one process. */

import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { bootstrap, fail, root } from './bootstrap.mjs'

try {
  await bootstrap()
  const { buildShop, shopFolder } = await import('./build-shop.mjs')
  buildShop()
  process.env.KITABO_SHOP ??= shopFolder
  process.env.KITABO_DATA ??= join(root, '.data')
  // The rooms hand TypeScript to one another; tsx reads it in this process.
  const { register } = await import('tsx/esm/api')
  register()
  await import(pathToFileURL(join(root, 'mock-server', 'src', 'main.ts')).href)
} catch (error) {
  fail(error)
}
