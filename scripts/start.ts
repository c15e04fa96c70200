// Serves the emulator from this process: `npm start` with the shop, `npm run emulator` without it.
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { helpText, readSettings } from '../mock-server/src/settings.ts'
import { refuseFile } from '../mock-server/src/storage/data-folder.ts'
import { checkFolder } from '../mock-server/src/storage/folder-lock.ts'
import { buildConsole, buildEmulator, buildShop } from './build/build.ts'
import { print } from './command-line.ts'
import { root } from './project.ts'

const [first, ...others] = process.argv.slice(2)
const hasShop = first !== '--without-shop'
const args = hasShop ? process.argv.slice(2) : others

process.env.KITABO_DATA ??= join(root, '.data')
// Checks the options and the data folder before anything is built.
const settings = readSettings(args, process.env)
if (settings === 'help') print(helpText())
else {
  const { data, fresh } = settings.emulator
  if (data !== null && fresh) refuseFile(data)
  else if (data !== null) checkFolder(data)
  if (hasShop) process.env.KITABO_SHOP ??= buildShop()
  process.env.KITABO_CONSOLE ??= buildConsole()
  const file = await buildEmulator()
  // The emulator parses its own command line.
  process.argv = [process.execPath, file, ...args]
  await import(pathToFileURL(file).href)
}
