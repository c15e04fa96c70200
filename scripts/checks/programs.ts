/** Finds the browsers and the server that tests start. With CI=true a missing one is installed. */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { print, root } from '../bootstrap.ts'
import { bin } from '../run-program.ts'
import { UserError } from '../runtime.mjs'

type Program = {
  names: readonly string[]
  /** The environment variable that names its path. */
  variable: string
  /** Debian's package. */
  debian: string
  /** Further paths to look for it. */
  elsewhere?: readonly string[]
}

const CHROMIUM: Program = {
  names: ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'],
  variable: 'CHROMIUM_PATH',
  debian: 'chromium',
  elsewhere: [
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
    'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  ],
}
const HEADLESS_SHELL: Program = {
  names: ['chromium-headless-shell'],
  variable: 'HEADLESS_SHELL_PATH',
  debian: 'chromium-headless-shell',
}
const FIREFOX: Program = {
  names: ['firefox-esr', 'firefox'],
  variable: 'FIREFOX_PATH',
  debian: 'firefox-esr',
}
const WEBKIT_DRIVER: Program = {
  names: ['WebKitWebDriver'],
  variable: 'WEBKIT_DRIVER_PATH',
  debian: 'webkit2gtk-driver',
}
const XVFB: Program = {
  names: ['Xvfb'],
  variable: 'XVFB_PATH',
  debian: 'xvfb',
}
const NGINX: Program = {
  names: ['nginx'],
  variable: 'NGINX_PATH',
  debian: 'nginx-light',
  // Debian installs it where a normal user's PATH does not lead.
  elsewhere: ['/usr/sbin/nginx', '/usr/local/sbin/nginx'],
}

function find({ names, elsewhere = [] }: Program): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter)
  const files = folders.flatMap((folder) => names.map((name) => join(folder, name)))
  return [...files, ...elsewhere].find((file) => existsSync(file))
}

/** Installs a package of Debian or Ubuntu, as root. */
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
 * The path of a program, by its variable or from the system; with CI=true it is installed where that is possible.
 * @returns undefined when there is none
 * @throws UserError when its variable names a file that does not exist
 */
function findOrInstall(program: Program): string | undefined {
  const named = process.env[program.variable]
  if (named) {
    if (existsSync(named)) return named
    throw new UserError(`${program.variable} names ${named}, which does not exist; correct it or unset it.`)
  }
  const found = find(program)
  if (found || !process.env.CI) return found
  install(program.debian)
  return find(program)
}

/** @throws UserError when there is none and none can be installed */
function mustFind(program: Program): string {
  const { names, variable, debian } = program
  const found = findOrInstall(program)
  if (found) return found
  throw new UserError(
    `${names[0]} was not found: install it (Debian: apt-get install ${debian}), set ${variable} to it, or run this with CI=true to have it installed.`,
  )
}

function playwrightsOwn(): string | undefined {
  const code = "console.log(require('@playwright/test').chromium.executablePath())"
  const file = spawnSync(process.execPath, ['-e', code], { cwd: root, encoding: 'utf8' }).stdout?.trim()
  return file && existsSync(file) ? file : undefined
}

/** A person is asked before anything is installed. */
async function mayInstall(): Promise<boolean> {
  if (process.env.CI) return true
  if (!process.stdin.isTTY || !process.stdout.isTTY) return false
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  const response = await terminal.question('The end-to-end tests need a Chromium. Install one now? [y/N] ')
  terminal.close()
  return /^y(es)?$/i.test(response.trim())
}

/**
 * The path of a Chromium: of CHROMIUM_PATH, of the system, or Playwright's own.
 * @throws UserError when there is none and none may or can be installed
 */
export async function chromium(): Promise<string> {
  const found = findOrInstall(CHROMIUM) ?? playwrightsOwn()
  if (found) return found
  if (await mayInstall()) {
    install(CHROMIUM.debian)
    if (!find(CHROMIUM)) spawnSync(bin('playwright', 'web'), ['install', 'chromium'], { cwd: root })
  }
  return find(CHROMIUM) ?? playwrightsOwn() ?? mustFind(CHROMIUM)
}

/**
 * The path of Chromium's headless shell, which opens each page with less work than the whole browser. Undefined where
 * there is none, or where CHROMIUM_PATH names the browser to use.
 */
export const headlessShell = () => (process.env.CHROMIUM_PATH ? undefined : findOrInstall(HEADLESS_SHELL))

/** The path of an nginx, or undefined where there is none. */
export const nginx = () => findOrInstall(NGINX)

export const firefox = () => mustFind(FIREFOX)
export const webkit = () => ({ driver: mustFind(WEBKIT_DRIVER), xvfb: mustFind(XVFB) })
