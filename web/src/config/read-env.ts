import { z } from 'zod'

/** The message of a value that breaks a rule, such as "must be on or off, found "yes"." */
const rule = (words: string) => ({
  error: ({ input }: { input?: unknown }) => `must be ${words}, found "${input}".`,
})

const text = (fallback: string) => z.string().default(fallback)
const onOff = (fallback: 'on' | 'off') =>
  z
    .enum(['on', 'off'], rule('on or off'))
    .default(fallback)
    .transform((value) => value === 'on')
/** Scheme, host and port without a trailing slash, or '' for the page's own origin. */
const host = z
  .string()
  .regex(/^https?:\/\/[^/\s]+\/*$/, rule('an origin like https://api.example.com'))
  .transform((value) => value.replace(/\/+$/, ''))
  .default('')

/** The settings of a build. `apiHost` is read from `VITE_API_HOST`, and so on. */
const settings = z.object({
  /** The provider's host. */
  apiHost: host,
  /** The provider's admin host: a last place for the images of an invoice. */
  adminHost: host,
  /**
   * How a host or CDN is asked for an image of a width, with {url} or {encoded-url} and {width}: the emulator takes
   * {url}?w={width}. Empty requests each image as it is.
   */
  pictureWidths: text(''),
  paymentScript: text('/v3.js'),
  paymentPublicKey: text('FLWPUBK_TEST-kitabo-X'),
  /** The payment_method of orders. */
  paymentMethod: text('flutterwave'),
  /** A Leaflet tile template. */
  mapTiles: text('/__emulator/maps/tiles/{z}/{x}/{y}.svg'),
  mapAttribution: text('Schematic map by Kitabo'),
  /**
   * A place search with responses like Photon's, as a template with {query}: the emulator's gazetteer. In production
   * for example https://photon.komoot.io/api/?q={query}&lat=0.3476&lon=32.5825&limit=8&lang=en, whose data wants
   * the attribution "Search by Photon, © OpenStreetMap contributors".
   */
  places: text('/__emulator/maps/places?q={query}&lat=0.3476&lon=32.5825&limit=8'),
  /** Shown below the suggested places; empty shows none. */
  placesAttribution: text(''),
  /** Where usage events of the payment script are posted; empty posts none. */
  usageEvents: text(''),
  /** The live chat's loader; '' turns the chat off. */
  chatScript: text('/__emulator/chat/kitabo/shop').transform((value) => (value === 'off' ? '' : value)),
  /** The delivery_address_id of a pickup: some builds of the host refuse an order without one. */
  pickupAddressId: z
    .string()
    .regex(/^[1-9]\d{0,14}$/, rule('a positive whole number'))
    .transform(Number)
    .nullable()
    .default(null),
  sendDeliveryNote: onOff('off'),
  /** Adds transaction_reference to an order: without one the host's admin cannot deliver a digitally paid order. */
  sendPaymentReference: onOff('off'),
  /** Whether the shop and visited pages are cached for use offline. Never in development. */
  offline: onOff('on'),
  /** Where browsers report what the Content-Security-Policy has blocked; empty reports nowhere. */
  policyReports: text(''),
  /** Where a share of browsers posts which responses broke their contract; '' builds the shop without it. */
  driftReports: z
    .string()
    .regex(/^(https?:\/\/[^/\s]+|\/(?!\/))\S*$/, rule('an address or a path like /reports'))
    .default(''),
  /** The share of browsers that do, as a percentage. */
  driftReportsShare: z
    .string()
    .regex(/^(100(\.0+)?|\d{1,2}(\.\d+)?)$/, rule('a percentage from 0 to 100'))
    .transform(Number)
    .default(1),
  /** The name of this build in those reports. */
  build: text('unnamed'),
  /** Checks every response against its contract and warns on the console once per endpoint. Always on in development. */
  checkAnswers: onOff('off'),
})

export type Settings = Readonly<z.infer<typeof settings>>

/** Former settings, whose features are part of every build. Accepted until the next release. */
const ALWAYS_ON = [
  'VITE_SCHOOL_LISTS',
  'VITE_QUOTATIONS',
  'VITE_ORDER_BY_CHAT',
  'VITE_SORT_AND_FILTER',
  'VITE_PRODUCT_CHOICES',
  'VITE_PRODUCT_FACTS',
  'VITE_BUY_BAR',
  'VITE_ORDER_PROGRESS',
  'VITE_DATA_SAVER',
  'VITE_SEARCH_INDEX',
  'VITE_BARCODE',
]

/** `apiHost` is `VITE_API_HOST`. */
const environmentName = (key: string) => `VITE_${key.replace(/[A-Z]/g, '_$&').toUpperCase()}`

/**
 * Reads the settings of a build, so that a wrong value ends the build and not the shop. An empty value counts as none.
 * @param isDevelopment responses are then always checked against their contracts, and nothing is cached for offline use
 * @throws Error whose message is one sentence that names the setting
 */
export function readEnv(values: Readonly<Record<string, unknown>>, isDevelopment: boolean): Settings {
  const keys = Object.keys(settings.shape)
  const read = settings.safeParse(
    Object.fromEntries(keys.map((key) => [key, values[environmentName(key)] || undefined])),
  )
  if (!read.success) {
    const { path, message } = read.error.issues[0] as z.core.$ZodIssue
    throw new Error(`${environmentName(String(path[0]))} ${message}`)
  }
  const known = keys.map(environmentName)
  for (const name of Object.keys(values)) {
    if (!name.startsWith('VITE_') || known.includes(name)) continue
    if (!ALWAYS_ON.includes(name))
      throw new Error(`${name} is not a setting of the shop; docs/deployment.md lists them.`)
    console.warn(`${name} is always on now.`)
  }
  const { offline, checkAnswers } = read.data
  return { ...read.data, offline: offline && !isDevelopment, checkAnswers: checkAnswers || isDevelopment }
}
