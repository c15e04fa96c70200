import { describeValue } from 'contracts/describe-value'
import { BUILDS, type ProviderBuild } from 'contracts/endpoint'
import { nearestName } from 'contracts/nearest-name'
import { z } from 'zod'
import type { AppOptions } from './app.ts'
import type { AccessOptions } from './http/access/guard-options.ts'
import type { PaymentSettings } from './payments/payment-settings.ts'
import { type ExtensionChanges, Extensions } from './provider/extensions.ts'
import type { SeedOptions } from './seed/seed.ts'
import { StartError } from './start-error.ts'
import { isWithinReach } from './world/clock.ts'

export type EmulatorOptions = {
  /**
   * Folder for the database and the generated images; without it, data is in memory, and images and seeds in the cache
   * folder.
   */
  data?: string | null
  /** Renames the folder's database once the port is reserved, and seeds a new one. */
  fresh?: boolean
  profile?: ProviderBuild
  /** Responds as the original software does, without any of the provider's extensions. */
  stock?: boolean
  /** Extensions to add or remove; by default all are present, or none with `stock`. */
  extensions?: ExtensionChanges
  /** Folder of the built shop; without it, none is served. */
  shop?: string | null
  /** Folder of the built console, served under /__emulator/; without it, a page shows build instructions. */
  console?: string | null
  /** Receiver and hash for webhooks. */
  payments?: Partial<PaymentSettings>
} & AccessOptions &
  SeedOptions &
  Partial<
    Pick<
      AppOptions,
      | 'checks'
      | 'extend'
      | 'onRequestLine'
      | 'onInvalidResponse'
      | 'publicUrl'
      | 'shopRendering'
      | 'strict'
      | 'throttle'
    >
  >

/** Largest number of products, because larger catalogues do not fit in memory. */
export const MAX_PRODUCTS = 1_000_000
export const MAX_PORT = 65_535

const text = z.string('a string')
const texts = z.array(text, 'a list of strings')
const flag = z.boolean('true or false')
const callback = z.custom((value) => typeof value === 'function', 'a function')
const oneOf = <const Names extends readonly string[]>(...names: Names) =>
  z.enum(names, names.join(' or ').replace(/ or (?=.* or )/g, ', '))
const integer = (max: number, what: string) => {
  const error = `${what} from 0 to ${max}`
  return z.int(error).min(0, error).max(max, error)
}
const isDate = (value: string) => !Number.isNaN(Date.parse(value))
export const isHttpUrl = (value: string) => /^https?:\/\/\S+$/.test(value) && URL.canParse(value)
/** Whether a value is an origin, or * for any. */
export const isOrigin = (value: string) =>
  value === '*' || (URL.canParse(value) && new URL(value).origin === value)
const httpUrl = text.refine(isHttpUrl, 'an http or https URL')
const origins = z.array(text.refine(isOrigin, 'an origin like https://shop.example'), 'a list of strings')

/** The options of `createEmulator`. A message continues "The option … must be". */
const Options = z
  .strictObject({
    data: text.nullable(),
    fresh: flag,
    profile: oneOf(...BUILDS),
    stock: flag,
    extensions: z.strictObject(Extensions.shape, 'an object').partial(),
    shop: text.nullable(),
    console: text.nullable(),
    payments: z
      .strictObject(
        {
          webhookUrl: httpUrl.nullable(),
          secretHash: text,
          retryAfter: z.array(z.number('a number of milliseconds'), 'a list of numbers'),
        },
        'an object',
      )
      .partial(),
    port: integer(MAX_PORT, 'a port number'),
    host: text,
    allowHosts: texts,
    allowOrigins: z.union([z.literal('*'), origins], 'a list of origins, or "*"'),
    token: text.nullable(),
    products: integer(MAX_PRODUCTS, 'a number of products'),
    catalogue: text,
    seed: text.nullable(),
    frozenAt: text
      .refine(isDate, 'an ISO date like 2026-11-20T09:00:00Z')
      .refine((date) => isWithinReach(Date.parse(date)), 'an ISO date within a hundred years of now'),
    onProgress: callback,
    checks: oneOf('all', 'sampled', 'off'),
    extend: callback,
    onRequestLine: callback,
    onInvalidResponse: callback,
    publicUrl: httpUrl.nullable(),
    shopRendering: oneOf('data', 'shell'),
    strict: flag,
    throttle: flag,
  } satisfies Record<keyof EmulatorOptions, z.ZodType>)
  .partial()

/** @throws StartError for an unknown option, and for a value of the wrong type, which TypeScript alone would notice */
export function checkOptions(options: EmulatorOptions): void {
  const [issue] = Options.safeParse(options).error?.issues ?? []
  if (!issue) return
  const path = issue.path.map(String)
  if (issue.code !== 'unrecognized_keys') {
    const value = path.reduce<unknown>((owner, key) => Object(owner)[key], options)
    throw new StartError(
      `The option "${path.join('.')}" must be ${issue.message}, found ${formatValue(value)}.`,
    )
  }
  const [unknown = ''] = issue.keys
  const names = Object.keys(knownOptions(path[0]))
  const nearest = nearestName(unknown, names)
  const advice = nearest === null ? `its options are ${names.join(', ')}.` : `did you mean "${nearest}"?`
  throw new StartError(`createEmulator has no option "${[...path, unknown].join('.')}"; ${advice}`)
}

/** Returns the schemas by name of all options, or of those in `extensions` or `payments`. */
function knownOptions(owner: string | undefined): object {
  const { extensions, payments } = Options.shape
  if (owner === undefined) return Options.shape
  return (owner === 'extensions' ? extensions : payments).unwrap().shape
}

function formatValue(value: unknown): string {
  return Object(value) === value ? `an ${describeValue(value)}` : (JSON.stringify(value) ?? String(value))
}
