import { resolve } from 'node:path'
import { createCommand, formatCommandError } from 'contracts/command-line/create-command'
import { BUILDS, type ProviderBuild } from 'contracts/endpoint'
import { nearestName } from 'contracts/nearest-name'
import { isHttpUrl, isOrigin, MAX_PORT, MAX_PRODUCTS } from './emulator-options.ts'
import { EXTENSION_NAMES, type ExtensionName } from './provider/extensions.ts'
import { StartError } from './start-error.ts'

/** The settings of a process. Those of `emulator` are options of `createEmulator`. */
export type Settings = Exclude<ReturnType<typeof readSettings>, 'help'>

/** The command's name in this installation, and its defaults. */
export type InstallDefaults = {
  usage: string
  /** Port if neither the option nor the variable is set. */
  port: number
  portVariable: string
  data: string | null
  console: string | null
}

export const GIT_CHECKOUT: InstallDefaults = {
  usage: 'npm start -- [options], or npm run emulator -- [options] without the shop',
  port: 8080,
  portVariable: 'PORT',
  data: '.data',
  console: null,
}

/** The emulator of `npm run dev`, where PORT is the shop's port. */
export const DEV_SERVER: InstallDefaults = {
  ...GIT_CHECKOUT,
  usage: 'npm run dev',
  port: 8081,
  portVariable: 'EMULATOR_PORT',
}

/** The container image, whose data folder is a volume. */
export const CONTAINER_IMAGE: InstallDefaults = {
  usage: 'docker run -p 127.0.0.1:4000:4000 -v kitabo:/data IMAGE [options]',
  port: 4000,
  portVariable: 'PORT',
  data: '/data',
  console: '/kitabo/mock-server/console/dist',
}

type Flags = {
  port?: string
  host?: string
  data?: string
  memory?: true
  fresh?: true
  products?: number
  catalogue?: string
  seed?: string
  profile?: ProviderBuild
  stock?: true
  without?: ExtensionName[]
  strict?: true
  throttle?: true
  log?: true
  shop?: string
  shopRendering?: string
  console?: string
  token?: string
  allowHost?: string[]
  allowOrigin?: string[]
  webhook?: string
  webhookHash?: string
  help?: true
}

type Command = ReturnType<typeof createCommand>

export function settingsCommand(defaults: InstallDefaults): Command {
  const command = createCommand('')
    .configureHelp({ commandUsage: () => defaults.usage })
    .helpOption(false)
  addDataOptions(command, defaults)
  addHostOptions(command)
  addPageOptions(command, defaults)
  addAccessOptions(command)
  return command.option('-h, --help', 'print this help')
}

/** Adds the options of the port, and of the data with which the emulator starts. */
function addDataOptions(command: Command, { port, portVariable, data }: InstallDefaults): void {
  command
    .option('--port <PORT>', `port; 0 uses a free one (${portVariable}, default ${port})`)
    .option('--host <HOST>', 'host to listen on (HOST, default 127.0.0.1)')
    .option(
      '--data <FOLDER>',
      `folder for the database and images (KITABO_DATA, default ${data ?? 'none: in memory'})`,
    )
    .addOption(command.createOption('--memory', 'keep all data in memory').conflicts('data'))
    .option('--fresh', 'seed a new database; the old one is renamed to .old')
    .option(
      '--products <N>',
      'number of products; those beyond the catalogue are generated from the seed',
      (text) => readNumber(text, '--products', 'a number of products', MAX_PRODUCTS),
    )
    .option(
      '--catalogue <FOLDER>',
      'folder with categories.json and products/*.json instead of the built-in catalogue',
      (folder) => resolve(folder),
    )
    .option('--seed <TEXT>', 'the same seed produces the same ids, tokens, codes and dates')
}

/** Adds the options of the host that the emulator imitates. */
function addHostOptions(command: Command): void {
  command
    .option(
      '--profile <BUILD>',
      `build of the host to imitate: ${BUILDS.join(' or ')} (default ${BUILDS[0]})`,
      (build) => readName(build, '--profile', BUILDS),
    )
    .option(
      '--stock',
      "respond as the provider's original software does, without any of the provider's extensions",
    )
    .option(
      '--without <EXTENSION>',
      `remove one extension of the provider; can be repeated: ${EXTENSION_NAMES.join(', ')}`,
      (name, names: ExtensionName[] = []) => [...names, readName(name, '--without', EXTENSION_NAMES)],
    )
    .option('--strict', 'refuse undeclared input instead of recording it')
    .option('--throttle', 'limit clients to 60 requests a minute, as the host does')
    .option('--log', 'log each request')
}

function addPageOptions(command: Command, { console }: InstallDefaults): void {
  command
    .option('--shop <FOLDER>', 'folder of the built shop (KITABO_SHOP)')
    .option(
      '--shop-rendering <data|shell>',
      'whether pages of the shop contain the data of the catalogue (SHOP_RENDERING, default data); with shell, the browser requests all of it',
    )
    .option(
      '--console <FOLDER>',
      `folder of the built console (KITABO_CONSOLE; default ${console === null ? 'a page with instructions' : 'the bundled one'})`,
    )
}

/** Adds the options for clients and receivers on other machines. */
function addAccessOptions(command: Command): void {
  command
    .option('--token <TEXT>', 'token for /__emulator/ (KITABO_TOKEN; random if others can connect)')
    .option(
      '--allow-host <NAME>',
      'additional accepted host name; can be repeated',
      (name, names: string[] = []) => [...names, name],
    )
    .option(
      '--allow-origin <ORIGIN>',
      "origin whose pages may use the provider's API, in addition to this machine's; * allows any, as the host does; can be repeated",
      (origin, origins: string[] = []) => [...origins, readOrigin(origin)],
    )
    .option(
      '--webhook <URL>',
      'URL that receives payment notifications (KITABO_WEBHOOK, default: the emulator itself)',
    )
    .option('--webhook-hash <TEXT>', 'verif-hash header of the notifications (KITABO_WEBHOOK_HASH)')
}

/** Explains how to choose a different port. `npm run dev` has no option for it. */
export function portAdvice({ portVariable }: InstallDefaults, port: number): string {
  const option = portVariable === 'PORT' ? `--port ${port} or ` : ''
  return `Choose a different one with ${option}${portVariable}=${port}.`
}

export const helpText = (defaults: InstallDefaults = GIT_CHECKOUT): string =>
  settingsCommand(defaults).helpInformation().trimEnd()

type Env = Record<string, string | undefined>

/** Prefers flags to the environment. @throws StartError with the flag or variable and the expected value */
export function readSettings(args: readonly string[], env: Env, defaults: InstallDefaults = GIT_CHECKOUT) {
  const flags = readFlags(args, defaults)
  if (flags.help) return 'help'
  if (flags.data?.trim() === '')
    throw new StartError('--data requires a folder, found ""; use --memory to keep everything in memory.')
  const { seed, products, catalogue, profile = BUILDS[0], webhook = env.KITABO_WEBHOOK } = flags
  const shop = flags.shop ?? env.KITABO_SHOP
  const console = flags.console ?? (env.KITABO_CONSOLE || defaults.console)
  const data = flags.memory ? null : (flags.data ?? (env.KITABO_DATA || defaults.data))
  const webhookHash = flags.webhookHash ?? env.KITABO_WEBHOOK_HASH
  return {
    emulator: {
      host: flags.host ?? (env.HOST || '127.0.0.1'),
      port: readNumber(
        flags.port ?? (env[defaults.portVariable] || String(defaults.port)),
        flags.port === undefined ? defaults.portVariable : '--port',
        'a port number',
        MAX_PORT,
      ),
      data: data === null ? null : resolve(data),
      fresh: flags.fresh ?? false,
      shop: shop ? resolve(shop) : null,
      shopRendering: readName(flags.shopRendering ?? (env.SHOP_RENDERING || 'data'), '--shop-rendering', [
        'data',
        'shell',
      ]),
      console: console ? resolve(console) : null,
      ...(products === undefined ? {} : { products }),
      ...(catalogue === undefined ? {} : { catalogue }),
      // With a seed, the clock is frozen too, so that dates are reproducible.
      ...(seed === undefined ? {} : { seed, frozenAt: SEEDED_DATE }),
      profile,
      stock: flags.stock ?? false,
      extensions: Object.fromEntries((flags.without ?? []).map((name) => [name, false])),
      strict: flags.strict ?? false,
      throttle: flags.throttle ?? false,
      payments: {
        webhookUrl: readUrl(webhook, flags.webhook === undefined ? 'KITABO_WEBHOOK' : '--webhook'),
        ...(webhookHash ? { secretHash: webhookHash } : {}),
      },
      token: flags.token ?? (env.KITABO_TOKEN || null),
      allowHosts: flags.allowHost ?? [],
      allowOrigins: flags.allowOrigin ?? [],
    },
    log: flags.log ?? false,
    /** Origin that browsers use, printed at startup; null if the emulator listens on it. */
    publicUrl: readUrl(env.KITABO_PUBLIC_URL, 'KITABO_PUBLIC_URL'),
  }
}

const SEEDED_DATE = '2026-11-20T09:00:00Z'

function readFlags(args: readonly string[], defaults: InstallDefaults): Flags {
  try {
    return settingsCommand(defaults).parse(args, { from: 'user' }).opts()
  } catch (error) {
    if (error instanceof StartError) throw error
    throw new StartError(formatCommandError(error as Error))
  }
}

function readNumber(text: string, name: string, what: string, max: number): number {
  const number = Number(text)
  if (!/^\d+$/.test(text) || number > max)
    throw new StartError(`${name} must be ${what} from 0 to ${max}, found "${text}".`)
  return number
}

/** @throws StartError with the known names, and the nearest one */
function readName<const Name extends string>(text: string, option: string, names: readonly Name[]): Name {
  const name = names.find((each) => each === text)
  if (name) return name
  const nearest = nearestName(text, names)
  const found = `found "${text}"${nearest === null ? '.' : `; did you mean "${nearest}"?`}`
  throw new StartError(
    `${option} must be ${names.length === 2 ? names.join(' or ') : `one of ${names.join(', ')}`}, ${found}`,
  )
}

function readOrigin(text: string): string {
  if (isOrigin(text)) return text
  throw new StartError(`--allow-origin must be an origin like https://shop.example, or *, found "${text}".`)
}

function readUrl(text: string | undefined, name: string): string | null {
  if (!text) return null
  if (!isHttpUrl(text)) throw new StartError(`${name} must be an http or https URL, found "${text}".`)
  return text
}
