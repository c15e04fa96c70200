import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { UserError } from '../../contracts/src/command-line/user-error.ts'
import { print } from '../command-line.ts'
import { root } from '../project.ts'

type Program = {
  names: readonly string[]
  /** Environment variable that contains the path. */
  variable: string
  /** Name of the Debian package. */
  debian: string
  /** Additional paths to check. */
  extraPaths?: readonly string[]
}

const CHROMIUM = {
  variable: 'CHROMIUM_PATH',
  debian: 'chromium',
  names: ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'],
  extraPaths: [
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
    'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  ],
} satisfies Program
const HEADLESS_SHELL = 'chromium-headless-shell'

function findInstalled({ names, extraPaths = [] }: Program): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter)
  const files = folders.flatMap((folder) => names.map((name) => join(folder, name)))
  return [...files, ...extraPaths].find((file) => existsSync(file))
}

/**
 * Finds a program by its environment variable or in the system. With CI=true, installs it if it is missing, provided
 * that this is Debian or Ubuntu and the user is root.
 * @returns the path, or undefined if the program is missing
 * @throws UserError if the environment variable refers to a missing file
 */
function findOrInstall(program: Program): string | undefined {
  const { variable, debian } = program
  const path = process.env[variable]
  if (path && !existsSync(path))
    throw new UserError(`${variable} is ${path}, which does not exist. Correct or unset it.`)
  const file = path || findInstalled(program)
  if (file || !process.env.CI || process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return file
  print(`Installing ${debian} …`)
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  for (const args of [['update'], ['install', '-y', debian]])
    spawnSync('apt-get', args, { stdio: 'ignore', env })
  return findInstalled(program)
}

/** @throws UserError if the program is missing and cannot be installed */
function requireProgram(program: Program): string {
  const { names, variable, debian } = program
  const found = findOrInstall(program)
  if (found) return found
  throw new UserError(
    `${names[0]} was not found. Install it (Debian: apt-get install ${debian}), set ${variable} to its path, or run this with CI=true to install it.`,
  )
}

/** Returns Chromium's path: CHROMIUM_PATH, the system's or Playwright's. @throws UserError if there is none */
export async function findChromium(): Promise<string> {
  const { chromium } = await import('@playwright/test')
  return requireProgram({ ...CHROMIUM, extraPaths: [...CHROMIUM.extraPaths, chromium.executablePath()] })
}

/** Returns the path of Chromium's headless shell, which is faster; undefined without one or if CHROMIUM_PATH is set. */
export const findHeadlessShell = () =>
  process.env.CHROMIUM_PATH
    ? undefined
    : findOrInstall({ variable: 'HEADLESS_SHELL_PATH', debian: HEADLESS_SHELL, names: [HEADLESS_SHELL] })

/** Returns the path of nginx, or undefined if it is missing. */
export const findNginx = () =>
  findOrInstall({
    variable: 'NGINX_PATH',
    debian: 'nginx-light',
    names: ['nginx'],
    // Debian installs nginx outside a normal user's PATH.
    extraPaths: ['/usr/sbin/nginx', '/usr/local/sbin/nginx'],
  })

export const findFirefox = () =>
  requireProgram({ variable: 'FIREFOX_PATH', debian: 'firefox-esr', names: ['firefox-esr', 'firefox'] })

export const findWebkit = () => ({
  driver: requireProgram({
    variable: 'WEBKIT_DRIVER_PATH',
    debian: 'webkit2gtk-driver',
    names: ['WebKitWebDriver'],
  }),
  xvfb: requireProgram({ variable: 'XVFB_PATH', debian: 'xvfb', names: ['Xvfb'] }),
})

/** Installs a package that is too large for a dependency, on the first call. @returns its `node_modules` */
export function fetchPackage(name: string, version: string): string {
  const folder = join(root, '.data', 'tools', `${name}-${version}`)
  const modules = join(folder, 'node_modules')
  if (existsSync(join(modules, name, 'package.json'))) return modules
  print(`Downloading ${name} ${version} with npm (once) …`)
  mkdirSync(folder, { recursive: true })
  const args = ['install', '--prefix', '.', '--ignore-scripts', '--no-audit', '--no-fund']
  const { status, stderr, error } = spawnSync('npm', [...args, `${name}@${version}`], {
    cwd: folder,
    encoding: 'utf8',
    shell: process.platform === 'win32',
  })
  if (status !== 0) throw new UserError(`npm could not download ${name}:\n${error?.message ?? stderr}`)
  return modules
}
