/**
 * `npm run fuzz -- [--requests 20000] [--seed 1]`: schema-derived and hostile requests against the emulator in this
 * process. No 500, no answer outside its contract, memory flat.
 */
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { bootstrap, fail, root } from './bootstrap.mjs'

try {
  await bootstrap()
  const { register } = await import('tsx/esm/api')
  register()
  await import(pathToFileURL(join(root, 'scripts', 'emulator', 'fuzz.ts')).href)
} catch (error) {
  fail(error)
}
