import { cpSync, existsSync, rmSync } from 'node:fs'
import { basename, join, relative } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { type Command, Option } from 'commander'
import { UserError } from '../contracts/src/command-line/user-error.ts'
import {
  makeReadable,
  TABLE_FILE,
  type WebServerName,
  webServers,
  writeServerFiles,
} from '../web/build/hosting.ts'
import { prerender } from '../web/build/prerender.ts'
import { readEnv } from '../web/src/config/read-env.ts'
import { publicKeysOf } from '../web/src/config/vendors.ts'
import { buildShop, precompress } from './build/build.ts'
import { commandLine, print } from './command-line.ts'
import { root } from './project.ts'
import { readSettingsFile } from './settings-file.ts'

/** Files that are not served: stamps and source maps. */
const NOT_SERVED = /^\.|\.map$/
const COMPRESSED = /\.(?:br|gz)$/

export function createBuildCommand(): Command {
  return commandLine(
    'build',
    'Builds the shop into dist: the folder public, which can be deployed, and the configuration of its host. Reads settings from the environment or .env.',
  )
    .option(
      '--prerender',
      'also write a page for each product, category and author, for link previews, search engines and browsers without JavaScript',
    )
    .option('--api <ORIGIN>', 'host of the prerendered data (default: VITE_API_HOST)')
    .option(
      '--site <ORIGIN>',
      'origin of the deployed shop, such as https://shop.example: refuses settings that it blocks, and writes absolute URLs and the sitemap of prerendered pages',
    )
    .addOption(
      new Option('--host <NAME>', 'host of the shop').choices(Object.keys(webServers)).default('nginx'),
    )
    .option(
      '--allow-incomplete',
      'build for an API on a different host even if payment, map, places or chat settings are missing',
    )
    .option('--out <FOLDER>', 'output folder', join(root, 'dist'))
}

type Options = {
  prerender?: true
  api?: string
  site?: string
  host: WebServerName
  allowIncomplete?: true
  out: string
}

async function runBuild(options: Options): Promise<void> {
  const { host, out, prerender: prerenders = false } = options
  const folder = join(out, 'public')
  const settings = readShopSettings({ allowIncomplete: options.allowIncomplete === true })
  const { api, site } = checkOptions(options, settings)
  const { usesCompressedCopies } = webServers[host]
  const built = buildShop()
  // A separate folder, so that a build without --prerender contains no pages of earlier builds.
  const pages = `${built}-pages`
  const unread = prerenders ? await prerenderPages({ shop: built, into: pages, api, site }) : new Map()
  if (prerenders && usesCompressedCopies) precompress(pages)
  copyServed(prerenders ? [built, pages] : [built], folder, { isCopyServed: usesCompressedCopies })
  for (const file of HOST_FILES) rmSync(join(out, file), { force: true })
  // Without some of its pages, the host may not refuse paths that have no file.
  const isComplete = prerenders && unread.size === 0
  const exceededLimits = await writeServerFiles({ built, out, isComplete }, host, settings)
  if (usesCompressedCopies) makeReadable(folder)
  if (exceededLimits.length > 0)
    throw new UserError(`The build exceeds limits:\n  ${exceededLimits.join('\n  ')}`)
  print(
    `The shop for ${host} is in ${relative(process.cwd(), folder) || folder}. npm run preview serves it; docs/deployment.md explains how to deploy it.`,
  )
  refuseUnread(unread)
}

/**
 * Returns the origin from which pages are prerendered and the origin of the shop; '' if there is none.
 * @throws UserError before anything is built
 */
export function checkOptions(
  { prerender, api, site, out }: Pick<Options, 'prerender' | 'api' | 'site' | 'out'>,
  settings: ReturnType<typeof readEnv>,
): { api: string; site: string } {
  const folder = join(out, 'public')
  if (existsSync(folder) && !existsSync(join(out, TABLE_FILE)))
    throw new UserError(`${folder} is not a build of the shop. Choose a different folder with --out.`)
  if (!prerender && api !== undefined)
    throw new UserError('--api is the host of prerendered pages. Add --prerender.')
  const origins = {
    api: prerender ? originOf('api', api ?? settings.apiHost) : '',
    site: site === undefined ? '' : originOf('site', site),
  }
  refuseMixedContent(settings, origins.site)
  return origins
}

/**
 * Replaces a folder with the files of others that a web server sends.
 * @param isCopyServed whether it sends .br and .gz
 */
export function copyServed(
  sources: readonly string[],
  folder: string,
  { isCopyServed }: { isCopyServed: boolean },
): void {
  const isServed = (name: string) => !NOT_SERVED.test(name) && (isCopyServed || !COMPRESSED.test(name))
  rmSync(folder, { recursive: true, force: true })
  for (const source of sources)
    cpSync(source, folder, {
      recursive: true,
      filter: (file) => file === source || isServed(basename(file)),
    })
}

/**
 * Checks that a shop on https requests nothing over http, which browsers block.
 * @param site origin of the shop; '' if unknown. Only local shops are then expected on http.
 * @throws UserError with the settings
 */
export function refuseMixedContent(settings: ReturnType<typeof readEnv>, site: string): void {
  const insecure = Object.entries(settings).filter(
    ([, value]) => typeof value === 'string' && /^http:\/\/(?!localhost\b|127\.|\[::1\])/.test(value),
  )
  if (insecure.length === 0 || site.startsWith('http:')) return
  const urls = insecure.map(([, value]) => value).join(', ')
  const problem = `Browsers block requests over http from a page on https: ${urls}.`
  if (site !== '') throw new UserError(`${problem} Change these settings to https.`)
  print(`Warning: ${problem}`)
}

/** Configuration files next to the public folder. */
const HOST_FILES = ['nginx.conf', 'apache.conf', 'shop.caddy']

/** @throws UserError if the value is missing or is not an origin */
function originOf(option: string, value: string): string {
  if (!/^https?:\/\/[^/\s]+$/.test(value))
    throw new UserError(`--${option} must be an origin like https://shop.example, found "${value}".`)
  return value
}

/** Maximum number of printed paths that the host did not send. */
const MAX_LISTED = 20

/** @returns what the host did not send, by path */
async function prerenderPages(
  options: Omit<Parameters<typeof prerender>[0], 'onProgress' | 'onWait'>,
): Promise<Map<string, string>> {
  // Limits the heap, which Node sizes by the machine's memory. Even 100,000 pages need little memory at any one time.
  setFlagsFromString('--optimize-for-size')
  const started = Date.now()
  let lastShownAt = 0
  const { counts, unread } = await prerender({
    ...options,
    onProgress: (done) => {
      if (Date.now() - lastShownAt < 2000) return
      lastShownAt = Date.now()
      print(`  … ${done} pages`)
    },
    onWait: (ms, reason) => print(`  … waiting ${Math.ceil(ms / 1000)} s: ${reason}`),
  })
  const seconds = ((Date.now() - started) / 1000).toFixed(1)
  const sum = Object.values(counts).reduce((total, count) => total + count, 0)
  const each = Object.entries(counts).map(([name, count]) => `${name} ${count}`)
  print(`${sum} pages were written in ${seconds} s: ${each.join(', ')}.`)
  return unread
}

/** @throws UserError with the paths that the host did not send */
export function refuseUnread(unread: ReadonlyMap<string, string>): void {
  if (unread.size === 0) return
  const lines = [...unread].slice(0, MAX_LISTED).map(([path, reason]) => `  ${path} ${reason}`)
  if (unread.size > MAX_LISTED) lines.push(`  … and ${unread.size - MAX_LISTED} more`)
  throw new UserError(
    `The host did not send everything, so pages are missing. The browser renders them instead. Build again to write them.\n${lines.join('\n')}`,
  )
}

/** Settings that are required if the API has a different origin, because their defaults are paths on the emulator. */
const REQUIRED = {
  VITE_PAYMENT_SCRIPT: "the payment vendor's script, such as https://checkout.flutterwave.com/v3.js",
  VITE_PAYMENT_PUBLIC_KEY: "the merchant's public key",
  VITE_MAP_TILES: 'a tile template, such as https://tile.openstreetmap.org/{z}/{x}/{y}.png',
  VITE_PLACES: 'a place search, such as https://photon.komoot.io/api/?q={query}&limit=8',
  VITE_CHAT_SCRIPT: "the live chat's loader, or off",
} as const

/**
 * Adds the settings in `.env` to the environment, which takes precedence, and reads all of them.
 * Warns about a test key for real payments.
 * @param allowIncomplete accepts the emulator's defaults for an API with a different origin
 * @throws UserError for an invalid setting, or with a list of missing settings
 */
export function readShopSettings({ file = join(root, '.env'), allowIncomplete = false } = {}) {
  const fromFile = readSettingsFile(file) ?? {}
  for (const [name, value] of Object.entries(fromFile)) process.env[name] ??= value
  let settings: ReturnType<typeof readEnv>
  try {
    settings = readEnv(process.env, false)
  } catch (error) {
    throw new UserError((error as Error).message)
  }
  const missing =
    settings.apiHost === '' ? [] : Object.entries(REQUIRED).filter(([name]) => !process.env[name])
  if (missing.length > 0 && !allowIncomplete)
    throw new UserError(
      `This shop would request data from ${settings.apiHost}, and payments, maps and chat from the emulator, which does not exist there. Missing settings:\n${missing
        .map(([name, what]) => `  ${name.padEnd(24)}${what}`)
        .join(
          '\n',
        )}\nSet them in the environment or in .env (see docs/deployment.md), or add --allow-incomplete.`,
    )
  if (settings.apiHost === '')
    print(
      'Warning: VITE_API_HOST is not set, so the shop requests its data from the origin that serves it. Set it in .env, unless that origin also serves the API.',
    )
  if (publicKeysOf(settings.paymentScript)?.format.exec(settings.paymentPublicKey)?.[1])
    print('Warning: VITE_PAYMENT_PUBLIC_KEY is a test key. This shop takes orders without receiving money.')
  return settings
}

if (process.argv[1] === import.meta.filename) await runBuild(createBuildCommand().parse().opts())
