import { queryOptions, useQuery } from '@tanstack/react-query'
import type { Config } from 'contracts/resources/config'
import { call, retryRule } from '../api/api.ts'
import { type Loose, readListField, readObject, readString } from '../api/read-values.ts'
import { env } from '../config/env.ts'
import { store } from '../config/store.ts'
import type { DeliveryMode } from './delivery-fee.ts'
import { type Point, readPoint } from './distance.ts'
import { formatMoney, MAX_PRICE, readAmount, roundMoney } from './money.ts'

/** Highest delivery rate in shillings per kilometre. */
const MAX_RATE = 1_000_000

/** Used if the host's settings contain no address. */
const DEFAULT_PICKUP_POINT: PickupPoint = { address: store.location, point: null }

export function hostConfigQuery() {
  return queryOptions({
    queryKey: ['config'],
    queryFn: async ({ signal }) => readHostConfig(await call('GET /config', { signal })),
    ...retryRule,
  })
}

/** Reads what the host announces. A field that is missing or of another type restricts nothing. */
export function readHostConfig(body: unknown) {
  const config = readObject<Config>(body)
  const { shipping_per_km } = readObject<NonNullable<Config['delivery_management']>>(
    config.delivery_management,
  )
  const minimum = config.minimum_order_value
  return {
    /** The delivery rate in shillings per kilometre; null if it is missing, negative or above MAX_RATE. */
    rate: readAmount(shipping_per_km, MAX_RATE),
    /** The smallest subtotal that the host accepts, in shillings; 0 if there is none. */
    minimumOrder: typeof minimum === 'number' ? (readAmount(minimum, MAX_PRICE) ?? 0) : 0,
    isInMaintenance: config.maintenance_mode === true,
    allowsPickup: config.self_pickup !== 0,
    allowsOnlinePayment: config.digital_payment !== 'false' && config.digital_payment_status !== 0,
    pickupPoint: readPickupPoint(config),
  }
}

export type HostConfig = ReturnType<typeof readHostConfig>

/** The place where orders are collected. Its point is null if the coordinates are unknown. */
type PickupPoint = { address: string; point: Point | null }

/** Returns the first branch that is open, or else the shop's address. */
function readPickupPoint({ branches, ecommerce_address }: Loose<Config>): PickupPoint {
  for (const branch of readListField(branches)) {
    const { status, address, latitude, longitude } = readObject<Config['branches'][number]>(branch)
    if (status !== 0 && readString(address) !== '')
      return { address: readString(address), point: readPoint(latitude, longitude) }
  }
  const address = readString(ecommerce_address)
  return address === '' ? DEFAULT_PICKUP_POINT : { address, point: null }
}

/** Returns where orders are collected; the build's setting until the host's settings have loaded. */
export function usePickupPoint(): PickupPoint {
  return useQuery(hostConfigQuery()).data?.pickupPoint ?? DEFAULT_PICKUP_POINT
}

/** Returns what an order lacks to the host's minimum, in shillings; 0 or less if nothing. */
export function amountBelowMinimum({ minimumOrder }: HostConfig, subtotal: number): number {
  // Hosts compare the charged amount or the prices, so that the lower of the two must suffice.
  return minimumOrder - Math.min(subtotal, roundMoney(subtotal))
}

/**
 * Returns why the host would refuse an order; null if it would not, or if its settings are unknown.
 * @param order amounts in shillings: `subtotal` without the fee, `total` as charged; the mode is null until the shopper
 * has chosen one
 */
export function explainRefusal(
  config: HostConfig | undefined,
  { subtotal, total, mode }: { subtotal: number; total: number; mode: DeliveryMode | null },
): string | null {
  if (env.maxOrderAmount !== null && total > env.maxOrderAmount)
    return `Online orders go up to ${formatMoney(env.maxOrderAmount)}, with delivery. Split this order in two, or call us on ${store.phones[0]}.`
  if (config === undefined) return null
  if (config.isInMaintenance)
    return `We're not taking orders right now. Please try again later, or call us on ${store.phones[0]}.`
  if (!config.allowsOnlinePayment)
    return `Online payment isn't available right now. Please call us on ${store.phones[0]} to order.`
  const missing = amountBelowMinimum(config, subtotal)
  if (missing > 0)
    return `Orders start at ${formatMoney(config.minimumOrder)}, without delivery. Add ${formatMoney(missing)} more to continue.`
  if (mode === 'pickup' && !config.allowsPickup)
    return "Collecting your order isn't possible right now. Please choose home delivery."
  return null
}

/** Returns a link that opens the point in a map app. */
export function mapLink({ lat, lng }: Point): string {
  return `https://www.google.com/maps/search/?api=1&query=${lat},${lng}`
}
