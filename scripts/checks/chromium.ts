/** Finds a Chromium to test in, or installs one. Fails with a message. */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { print, root } from '../bootstrap.ts'
import { bin } from '../run-program.ts'
import { UserError } from '../runtime.mjs'
import { installPackage } from './system-package.ts'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome']
const ELSEWHERE = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
]

function onPath(names: readonly string[]): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter)
  return folders.flatMap((folder) => names.map((name) => join(folder, name))).find((file) => existsSync(file))
}

function playwrightsOwn(): string | undefined {
  const ask = "console.log(require('@playwright/test').chromium.executablePath())"
  const file = spawnSync(process.execPath, ['-e', ask], {
    cwd: join(root, 'web'),
    encoding: 'utf8',
  }).stdout?.trim()
  return file && existsSync(file) ? file : undefined
}

function find(): string | undefined {
  return onPath(NAMES) ?? ELSEWHERE.find((file) => existsSync(file)) ?? playwrightsOwn()
}

/** System packages are installed in CI, and for a person who agrees; never without asking. */
async function mayInstall(): Promise<boolean> {
  if (process.env.CI) return true
  if (!process.stdin.isTTY || !process.stdout.isTTY) return false
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  const answer = await terminal.question('The end-to-end tests need a Chromium. Install one now? [y/N] ')
  terminal.close()
  return /^y(es)?$/i.test(answer.trim())
}

/**
 * The path of a Chromium: of CHROMIUM_PATH, of the system, or Playwright's own.
 * @throws UserError when there is none and none may or can be installed
 */
export async function chromium(): Promise<string> {
  const named = process.env.CHROMIUM_PATH
  if (named) {
    if (existsSync(named)) return named
    throw new UserError(`CHROMIUM_PATH names ${named}, which does not exist; correct it or unset it.`)
  }
  const found = find()
  if (found) return found

  if (await mayInstall()) {
    print('Installing Chromium …')
    installPackage('chromium')
    if (!find()) spawnSync(bin('playwright', 'web'), ['install', 'chromium'], { cwd: root, stdio: 'ignore' })
  }
  const installed = find()
  if (installed) return installed
  throw new UserError(
    'The end-to-end tests need a Chromium or Chrome: install one (Debian: apt-get install chromium), set CHROMIUM_PATH to one, or run this with CI=true to have it installed.',
  )
}

/** Debian's name of it, of the program and of the package. */
const HEADLESS_SHELL = 'chromium-headless-shell'

/**
 * The path of Chromium's headless shell, which opens each page with less work than the whole browser; CI=true installs
 * it where that is possible. Undefined where there is none, or where CHROMIUM_PATH names the browser to use.
 */
export function headlessShell(): string | undefined {
  if (process.env.CHROMIUM_PATH) return undefined
  const found = onPath([HEADLESS_SHELL])
  if (found) return found
  if (process.env.CI) installPackage(HEADLESS_SHELL)
  return onPath([HEADLESS_SHELL])
}
