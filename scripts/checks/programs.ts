import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { buildConsole, buildShop } from '../build/build.ts'
import { bin, print, root, UserError } from '../command.ts'

type Program = {
  names: readonly string[]
  /** Environment variable that contains the path. */
  variable: string
  /** Name of the Debian package. */
  debian: string
  /** Additional paths to check. */
  elsewhere: readonly string[]
}

const program = (
  variable: string,
  debian: string,
  names: readonly string[],
  elsewhere: readonly string[] = [],
): Program => ({ variable, debian, names, elsewhere })

const CHROMIUM = program(
  'CHROMIUM_PATH',
  'chromium',
  ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'],
  [
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
    'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  ],
)
const SHELL = 'chromium-headless-shell'
const HEADLESS_SHELL = program('HEADLESS_SHELL_PATH', SHELL, [SHELL])
const FIREFOX = program('FIREFOX_PATH', 'firefox-esr', ['firefox-esr', 'firefox'])
const WEBKIT_DRIVER = program('WEBKIT_DRIVER_PATH', 'webkit2gtk-driver', ['WebKitWebDriver'])
const XVFB = program('XVFB_PATH', 'xvfb', ['Xvfb'])
// Debian installs nginx outside a normal user's PATH.
const NGINX = program('NGINX_PATH', 'nginx-light', ['nginx'], ['/usr/sbin/nginx', '/usr/local/sbin/nginx'])

function find({ names, elsewhere }: Program): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter)
  const files = folders.flatMap((folder) => names.map((name) => join(folder, name)))
  return [...files, ...elsewhere].find((file) => existsSync(file))
}

/** Installs a Debian or Ubuntu package. Does nothing without root or apt-get. */
function install(name: string): void {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return
  print(`Installing ${name} …`)
  for (const args of [['update'], ['install', '-y', name]])
    spawnSync('apt-get', args, {
      stdio: 'ignore',
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    })
}

/**
 * Finds a program by its environment variable or in the system. With CI=true, installs it if it is missing.
 * @returns the path, or undefined if the program is missing
 * @throws UserError if the environment variable refers to a missing file
 */
function findOrInstall(program: Program): string | undefined {
  const named = process.env[program.variable]
  if (named) {
    if (existsSync(named)) return named
    throw new UserError(`${program.variable} is ${named}, which does not exist. Correct or unset it.`)
  }
  const found = find(program)
  if (found || !process.env.CI) return found
  install(program.debian)
  return find(program)
}

/** @throws UserError if the program is missing and cannot be installed */
function mustFind(program: Program): string {
  const { names, variable, debian } = program
  const found = findOrInstall(program)
  if (found) return found
  throw new UserError(
    `${names[0]} was not found. Install it (Debian: apt-get install ${debian}), set ${variable} to its path, or run this with CI=true to install it.`,
  )
}

function playwrightChromium(): string | undefined {
  const code = "console.log(require('@playwright/test').chromium.executablePath())"
  const file = spawnSync(process.execPath, ['-e', code], { cwd: root, encoding: 'utf8' }).stdout?.trim()
  return file && existsSync(file) ? file : undefined
}

/** Asks for permission to install, if there is an interactive terminal. */
async function mayInstall(): Promise<boolean> {
  if (process.env.CI) return true
  if (!process.stdin.isTTY || !process.stdout.isTTY) return false
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  const response = await terminal.question('The end-to-end tests require Chromium. Install it now? [y/N] ')
  terminal.close()
  return /^y(es)?$/i.test(response.trim())
}

/** Returns Chromium's path: CHROMIUM_PATH, the system's or Playwright's. @throws UserError if there is none */
export async function chromium(): Promise<string> {
  const found = findOrInstall(CHROMIUM) ?? playwrightChromium()
  if (found) return found
  if (await mayInstall()) {
    install(CHROMIUM.debian)
    if (!find(CHROMIUM)) spawnSync(bin('playwright', 'web'), ['install', 'chromium'], { cwd: root })
  }
  return find(CHROMIUM) ?? playwrightChromium() ?? mustFind(CHROMIUM)
}

/** Returns the path of Chromium's headless shell, which is faster; undefined without one or if CHROMIUM_PATH is set. */
export const headlessShell = () => (process.env.CHROMIUM_PATH ? undefined : findOrInstall(HEADLESS_SHELL))

/** Returns the path of nginx, or undefined if it is missing. */
const nginx = () => findOrInstall(NGINX)

export const firefox = () => mustFind(FIREFOX)
export const webkit = () => ({ driver: mustFind(WEBKIT_DRIVER), xvfb: mustFind(XVFB) })

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
