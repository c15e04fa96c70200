/** Serves the emulator from this process: `npm start` with the shop, `npm run emulator` without it. */
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { helpText, readSettings } from '../mock-server/src/settings.ts'
import { buildConsole, buildEmulator, buildShop } from './build/build.ts'
import { print, root } from './command.ts'

const [first, ...others] = process.argv.slice(2)
const withShop = first !== '--without-shop'
const args = withShop ? process.argv.slice(2) : others

// Validates the options before anything is built, so that an invalid option fails immediately.
if (readSettings(args, process.env) === 'help') print(helpText())
else {
  if (withShop) process.env.KITABO_SHOP ??= buildShop()
  process.env.KITABO_CONSOLE ??= buildConsole()
  process.env.KITABO_DATA ??= join(root, '.data')
  const file = await buildEmulator()
  // The emulator parses its own command line.
  process.argv = [process.execPath, file, ...args]
  await import(pathToFileURL(file).href)
}
