import { z } from 'zod'
import { store } from './store.ts'
import { publicKeysOf } from './vendors.ts'

/** Formats the message for an invalid value, such as `must be on or off, found "yes".` */
const rule = (words: string) => ({
  error: ({ input }: { input?: unknown }) => `must be ${words}, found "${input}".`,
})

const text = (fallback: string) => z.string().default(fallback)
const onOff = z.enum(['on', 'off'], rule('on or off')).transform((value) => value === 'on')
/** Null if it is not set. */
const positiveInteger = z
  .string()
  .regex(/^[1-9]\d{0,14}$/, rule('a positive whole number'))
  .transform(Number)
  .nullable()
  .default(null)
/** An origin without a trailing slash; '' for the page's own. */
const origin = z
  .string()
  .regex(/^https?:\/\/[^/\s]+\/*$/, rule('an origin like https://api.example.com'))
  .transform((value) => value.replace(/\/+$/, ''))
  .default('')

/** The settings of a build. `apiHost` is read from `VITE_API_HOST`, and so on. */
const settings = z.object({
  /** The provider's host. */
  apiHost: origin,
  /** The provider's admin host, a fallback for the images of an invoice. */
  adminHost: origin,
  /**
   * URL template for resized images, with {url} or {encoded-url} and {width}. The emulator supports {url}?w={width}. If
   * empty, images have their original size.
   */
  imageWidths: text(''),
  paymentScript: text('/v3.js'),
  paymentPublicKey: text('FLWPUBK_TEST-emulator-X'),
  /** The payment_method sent with orders. */
  paymentMethod: text('flutterwave'),
  /** A Leaflet tile template. */
  mapTiles: text('/__emulator/maps/tiles/{z}/{x}/{y}.svg'),
  mapAttribution: text(`Schematic map by ${store.name}`),
  /**
   * URL template of a place search with {query} and Photon's response format; by default the emulator's. In production,
   * for example, https://photon.komoot.io/api/?q={query}&lat=0.3476&lon=32.5825&limit=8&lang=en, with the attribution
   * "Search by Photon, © OpenStreetMap contributors".
   */
  places: text(
    `/__emulator/maps/places?q={query}&lat=${store.mapCentre.lat}&lon=${store.mapCentre.lng}&limit=8`,
  ),
  /** Attribution below suggested places; empty for none. */
  placesAttribution: text(''),
  /** URL for usage events of the payment script; empty for none. */
  usageEvents: text(''),
  /** The live chat's loader; '' disables the chat. */
  chatScript: text('/__emulator/chat/emulator/shop').transform((value) => (value === 'off' ? '' : value)),
  /** The delivery_address_id for pickup orders. Some builds of the host require an id. */
  pickupAddressId: positiveInteger,
  /** The largest total that the host stores, in shillings; null for none. */
  maxOrderAmount: positiveInteger,
  sendDeliveryNote: onOff.default(false),
  /**
   * Adds transaction_reference to orders. Without it, the host's admin cannot deliver digitally paid orders. By default
   * on with a known payment vendor's script.
   */
  sendPaymentReference: onOff.optional(),
  /** Caches the shop and visited pages for offline use, except in development. */
  offline: onOff.default(true),
  /** URL for reports of Content-Security-Policy violations; empty for none. */
  policyReports: text(''),
  /** Validates every response and warns once per endpoint. Always on in development. */
  checkResponses: onOff.default(false),
  /** Publishes the OpenAPI document, which the page /api shows. By default on if the shop's origin serves the API. */
  apiPage: onOff.optional(),
})

export type Settings = Readonly<
  z.infer<typeof settings> & {
    sendPaymentReference: boolean
    apiPage: boolean
    /** The payment method, as shoppers read it. */
    paymentProvider: string
  }
>

/** Converts `apiHost` to `VITE_API_HOST`. */
const environmentName = (key: string) => `VITE_${key.replace(/[A-Z]/g, '_$&').toUpperCase()}`

/**
 * Reads the settings at build time, so that an invalid value fails the build. Empty values count as missing.
 * @param isDevelopment enables response validation and disables offline caching
 * @throws Error with the setting's name
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
  const names = keys.map(environmentName)
  for (const name of Object.keys(values)) {
    if (name.startsWith('VITE_') && !names.includes(name))
      throw new Error(`${name} is not a setting of the shop; docs/deployment.md lists them.`)
  }
  const { apiHost, offline, checkResponses, paymentMethod, paymentScript, paymentPublicKey } = read.data
  const publicKey = publicKeysOf(paymentScript)
  if (publicKey?.format.test(paymentPublicKey) === false)
    // Without the value, which may be a secret key.
    throw new Error(`VITE_PAYMENT_PUBLIC_KEY must be a public key like ${publicKey.example}.`)
  return {
    ...read.data,
    sendPaymentReference: read.data.sendPaymentReference ?? publicKey !== undefined,
    offline: offline && !isDevelopment,
    checkResponses: checkResponses || isDevelopment,
    apiPage: read.data.apiPage ?? apiHost === '',
    paymentProvider: paymentMethod.charAt(0).toUpperCase() + paymentMethod.slice(1).replaceAll('_', ' '),
  }
}
