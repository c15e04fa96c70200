/** Finds the programs of the engines, or installs them in CI. Fails with a message. */
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { print } from '../../bootstrap.ts'
import { chromium } from '../../checks/chromium.ts'
import { installPackage } from '../../checks/system-package.ts'
import { UserError } from '../../runtime.mjs'

/** A program, the names that it has, and Debian's package. */
type Program = { title: string; names: readonly string[]; variable: string; debian: string }

const FIREFOX: Program = {
  title: 'Firefox',
  names: ['firefox-esr', 'firefox'],
  variable: 'FIREFOX_PATH',
  debian: 'firefox-esr',
}
const WEBKIT_DRIVER: Program = {
  title: "WebKit's WebDriver",
  names: ['WebKitWebDriver'],
  variable: 'WEBKIT_DRIVER_PATH',
  debian: 'webkit2gtk-driver',
}
const XVFB: Program = {
  title: 'Xvfb, the display for WebKit,',
  names: ['Xvfb'],
  variable: 'XVFB_PATH',
  debian: 'xvfb',
}

function onPath(names: readonly string[]): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter)
  return folders.flatMap((folder) => names.map((name) => join(folder, name))).find((file) => existsSync(file))
}

/**
 * The path of a program: of its variable, or of the system; with CI=true it is installed, where that is possible.
 * @throws UserError when there is none
 */
function find({ title, names, variable, debian }: Program): string {
  const named = process.env[variable]
  if (named) {
    if (existsSync(named)) return named
    throw new UserError(`${variable} names ${named}, which does not exist; correct it or unset it.`)
  }
  let found = onPath(names)
  if (!found && process.env.CI) {
    print(`Installing ${debian} …`)
    installPackage(debian)
    found = onPath(names)
  }
  if (found) return found
  throw new UserError(
    `${title} was not found: install it (Debian: apt-get install ${debian}), set ${variable} to it, or run this with CI=true to have it installed.`,
  )
}

export const findChromium = chromium
export const findFirefox = () => find(FIREFOX)
export const findWebKit = () => ({ driver: find(WEBKIT_DRIVER), xvfb: find(XVFB) })
