import { resolve } from 'node:path'
import { optionLines, parseOptions } from 'contracts/parse-options'
import type { ShopRendering } from './app.ts'
import { StartError } from './start-error.ts'
import { PROFILES, type Profile } from './world/profile.ts'

/** The settings of a process. Those of `emulator` are options of `createEmulator`. */
export type Settings = Exclude<ReturnType<typeof readSettings>, 'help'>

/** The command's name in this installation, and its defaults. */
export type Home = { usage: string; port: number; data: string | null; console: string | null }

/** A checkout of the repository. */
export const CHECKOUT: Home = {
  usage: 'npm start -- [options], or npm run emulator -- [options] without the shop',
  port: 8080,
  data: '.data',
  console: null,
}

/** The container image, whose data folder is a volume. */
export const IMAGE: Home = {
  usage: 'docker run -p 127.0.0.1:4000:4000 -v kitabo:/data IMAGE [options]',
  port: 4000,
  data: '/data',
  console: '/kitabo/mock-server/console/dist',
}

const optionsOf = ({ port, data, console }: Home) =>
  ({
    port: { value: 'PORT', summary: `port; 0 uses a free one (PORT, default ${port})` },
    host: { value: 'HOST', summary: 'host to listen on (HOST, default 127.0.0.1)' },
    data: {
      value: 'FOLDER',
      summary: `folder for the database and images (KITABO_DATA, default ${data ?? 'none: in memory'})`,
    },
    memory: { summary: 'keep everything in memory' },
    fresh: { summary: 'seed a new database; the old one is renamed to .old' },
    products: {
      value: 'N',
      summary: 'number of products; those beyond the catalogue are generated from the seed',
    },
    catalogue: {
      value: 'FOLDER',
      summary: 'folder with categories.json and products/*.json instead of the built-in catalogue',
    },
    seed: { value: 'TEXT', summary: 'the same seed produces the same ids, tokens, codes and dates' },
    profile: { value: '7.1|7.4', summary: 'build of the host to imitate (default 7.1)' },
    'stock-limits': {
      summary: "use the original software's list lengths: latest returns 10 products instead of 90",
    },
    strict: { summary: 'refuse undeclared input instead of recording it' },
    throttle: { summary: 'limit clients to 60 requests a minute, as the host does' },
    log: { summary: 'log each request' },
    shop: { value: 'FOLDER', summary: 'folder of the built shop (KITABO_SHOP)' },
    'shop-rendering': {
      value: 'data|shell',
      summary:
        'whether pages of the shop contain the data of the catalogue (SHOP_RENDERING, default data); with shell, the browser requests all of it',
    },
    console: {
      value: 'FOLDER',
      summary: `folder of the built console (KITABO_CONSOLE; default ${console === null ? 'a page with instructions' : 'the bundled one'})`,
    },
    token: {
      value: 'TEXT',
      summary: 'token for /__emulator/ (KITABO_TOKEN; random if HOST is not loopback)',
    },
    'allow-host': {
      value: 'NAME',
      multiple: true,
      summary: 'additional accepted host name; can be repeated',
    },
    webhook: {
      value: 'URL',
      summary: 'URL that receives payment notifications (KITABO_WEBHOOK, default: the emulator itself)',
    },
    'webhook-hash': {
      value: 'TEXT',
      summary: 'verif-hash header of the notifications (KITABO_WEBHOOK_HASH)',
    },
  }) as const

/** Returns the text of --help. */
export const helpText = (home: Home = CHECKOUT): string =>
  `Usage: ${home.usage}\n\n${optionLines(optionsOf(home))}`

type Env = Record<string, string | undefined>

/**
 * Reads flags first, then the environment, then defaults.
 * @throws StartError with the flag or variable and the expected value
 */
export function readSettings(args: readonly string[], env: Env, home: Home = CHECKOUT) {
  const values = readFlags(args, home)
  if (values.help) return 'help'
  if (values.memory && values.data !== undefined)
    throw new StartError('--memory and --data exclude each other; use only one of them.')
  if (values.data?.trim() === '')
    throw new StartError('--data requires a folder, found ""; use --memory to keep everything in memory.')
  const {
    seed,
    fresh,
    strict,
    throttle,
    products,
    catalogue,
    log = false,
    webhook = env.KITABO_WEBHOOK,
  } = values
  const shop = values.shop ?? env.KITABO_SHOP
  const console = values.console ?? (env.KITABO_CONSOLE || home.console)
  const data = values.memory ? null : (values.data ?? (env.KITABO_DATA || home.data))
  const webhookHash = values['webhook-hash'] ?? env.KITABO_WEBHOOK_HASH
  return {
    emulator: {
      host: values.host ?? (env.HOST || '127.0.0.1'),
      port: readNumber(
        values.port ?? (env.PORT || String(home.port)),
        values.port === undefined ? 'PORT' : '--port',
        'a port number',
        65_535,
      ),
      data: data === null ? null : resolve(data),
      fresh: fresh ?? false,
      shop: shop ? resolve(shop) : null,
      shopRendering: readRendering(values['shop-rendering'] ?? (env.SHOP_RENDERING || 'data')),
      console: console ? resolve(console) : null,
      ...(products === undefined
        ? {}
        : { products: readNumber(products, '--products', 'a number of products', 1_000_000) }),
      ...(catalogue === undefined ? {} : { catalogue: resolve(catalogue) }),
      // With a seed, the clock is frozen too, so that dates are reproducible.
      ...(seed === undefined ? {} : { seed, frozenAt: SEEDED_DATE }),
      profile: readProfile(values.profile ?? '7.1'),
      stockLimits: values['stock-limits'] ?? false,
      strict: strict ?? false,
      throttle: throttle ?? false,
      payments: {
        webhookUrl: readUrl(webhook, values.webhook === undefined ? 'KITABO_WEBHOOK' : '--webhook'),
        ...(webhookHash ? { secretHash: webhookHash } : {}),
      },
    },
    log,
    /** Origin that browsers use, printed in the banner; null if the emulator listens on it. */
    publicUrl: readUrl(env.KITABO_PUBLIC_URL, 'KITABO_PUBLIC_URL'),
    /** Token that /__emulator/ requires. Null requires none, which is allowed only on loopback. */
    token: values.token ?? (env.KITABO_TOKEN || null),
    /** Additional accepted host names. */
    allowHosts: (values['allow-host'] ?? []).map((name) => name.toLowerCase()),
  }
}

/** The date at which the clock of an emulator with a seed is frozen. */
const SEEDED_DATE = '2026-11-20T09:00:00Z'

function readFlags(args: readonly string[], home: Home) {
  try {
    return parseOptions(args, optionsOf(home)).values
  } catch (error) {
    throw new StartError(`${(error as Error).message}; --help lists the options.`)
  }
}

function readNumber(text: string, name: string, what: string, most: number): number {
  const number = Number(text)
  if (!/^\d+$/.test(text) || number > most)
    throw new StartError(`${name} must be ${what} from 0 to ${most}, found "${text}".`)
  return number
}

function readRendering(text: string): ShopRendering {
  if (text === 'data' || text === 'shell') return text
  throw new StartError(`--shop-rendering must be data or shell, found "${text}".`)
}

function readProfile(text: string): Profile {
  const profile = PROFILES.find((each) => each === text)
  if (!profile) throw new StartError(`--profile must be ${PROFILES.join(' or ')}, found "${text}".`)
  return profile
}

function readUrl(text: string | undefined, name: string): string | null {
  if (!text) return null
  if (!/^https?:\/\/\S+$/.test(text))
    throw new StartError(`${name} must be an http or https URL, found "${text}".`)
  return text
}
