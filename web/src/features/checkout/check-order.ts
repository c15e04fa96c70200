import { type CartItem, quantityOf, totalPrice } from '../../domain/cart-item.ts'
import { formatKilometres, homeDeliveryFeeOf } from '../../domain/delivery-fee.ts'
import { distanceFromShop, type Point } from '../../domain/distance.ts'
import { explainRefusal, type HostConfig } from '../../domain/host-config.ts'
import { withMissingSelections } from '../../domain/line-selections.ts'
import { formatMoney, formatPrice, formatSum, orderTotal } from '../../domain/money.ts'
import { applyOffers, lineOptionsText, type Offers, shortageMessage } from '../../domain/offer.ts'
import { groupsWithAlternatives } from '../../domain/option-groups.ts'
import { type Billing, type BillingErrors, billingOf, findBillingErrors } from './billing.ts'
import { type Delivery, isPickup, modeOf } from './chosen-delivery.ts'
import { createAttempt } from './new-attempt.ts'
import type { PaymentAttempt } from './payment/payments.ts'

/** The order as the checkout page shows it. */
export type ReviewedOrder = {
  items: readonly CartItem[]
  delivery: Delivery | null
  /** The log-in; null for guests. */
  session: string | null
  /** The payer's details that the shopper has changed. */
  billing: Partial<Billing>
}

/** Functions that read the current values. `undefined` is a value that could not be read in this visit. */
export type CurrentValueReaders = {
  session: () => string | null
  cart: () => readonly CartItem[]
  offers: (items: readonly CartItem[]) => Promise<Offers>
  customer: () => Promise<Partial<Billing> | null | undefined>
  addresses: () => Promise<readonly { id: number; address: string; point: Point | null }[] | undefined>
  config: () => Promise<HostConfig | undefined>
}

type ChosenOrder = { items: readonly CartItem[]; delivery: Delivery }

export type OrderChange = { label: string; before: string; after: string }

/** The current order, if it differs from the shown one. */
export type ChangedOrder = ChosenOrder & {
  kind: 'changed'
  changes: OrderChange[]
  hasShortage: boolean
  /** The stored cart before it is updated. */
  cart: readonly CartItem[]
  reviewed: ReviewedOrder
}

export type OrderCheck =
  | { kind: 'order'; attempt: PaymentAttempt }
  | ChangedOrder
  | { kind: 'logged-out' }
  | { kind: 'no-delivery' }
  | { kind: 'address-gone' }
  | { kind: 'nothing-to-pay' }
  /** The host would refuse the order. */
  | { kind: 'refused'; reason: string }
  | { kind: 'invalid-billing'; errors: BillingErrors }

/**
 * Reads everything that is charged, shipped or posted, for the customer who pays. Called while this tab holds the
 * payment lock. Values that cannot be read are taken from the shown order.
 * @returns the attempt to pay for the order, or the reason why nothing may be charged
 */
export async function checkOrderToPay(
  reviewed: ReviewedOrder,
  read: CurrentValueReaders,
): Promise<OrderCheck> {
  const checked = await checkOrder(reviewed, read)
  if (checked.kind !== 'order') return checked
  const { customer, ...order } = checked
  const billing = billingOf(reviewed.billing, customer)
  const errors = findBillingErrors(billing)
  if (Object.keys(errors).length > 0) return { kind: 'invalid-billing', errors }
  return { kind: 'order', attempt: createAttempt({ ...order, billing }) }
}

/** The reason why the window of an attempt may not be opened again. */
export type AttemptProblem =
  | Exclude<OrderCheck, { kind: 'order' | 'invalid-billing' | 'no-delivery' | 'nothing-to-pay' }>
  /** The stored attempt lacks its items or its delivery, so that its order can't be checked. */
  | { kind: 'unknown-order' }

/**
 * Checks whether the host would still accept an attempt's order unchanged, because its payment window can charge again.
 * @returns null if it would
 */
export async function checkAttempt(
  { items, delivery, amount }: Pick<PaymentAttempt, 'items' | 'delivery' | 'amount'>,
  read: Omit<CurrentValueReaders, 'cart' | 'customer'>,
): Promise<AttemptProblem | null> {
  const reviewed = { items, delivery, session: read.session(), billing: {} }
  const checked = await checkOrder(reviewed, { ...read, cart: () => items, customer: async () => null })
  if (checked.kind === 'order' && totalOf(checked) === amount) return null
  switch (checked.kind) {
    case 'order':
    case 'nothing-to-pay':
      return { kind: 'unknown-order' }
    case 'no-delivery':
      // The log-in has changed while the values were read.
      return { kind: delivery === null ? 'unknown-order' : 'logged-out' }
    default:
      return checked
  }
}

type CheckedOrder = {
  kind: 'order'
  customer: Awaited<ReturnType<CurrentValueReaders['customer']>>
} & ChosenOrder

async function checkOrder(
  reviewed: ReviewedOrder,
  read: CurrentValueReaders,
): Promise<CheckedOrder | Exclude<OrderCheck, { kind: 'order' | 'invalid-billing' }>> {
  if (reviewed.delivery === null) return { kind: 'no-delivery' }
  const isHome = !isPickup(reviewed.delivery)
  const [offers, customer, addresses, config] = await Promise.all([
    read.offers(read.cart()),
    read.customer(),
    isHome ? read.addresses() : undefined,
    read.config(),
  ])
  // The customer may have logged out or changed while these were read.
  const session = read.session()
  if (session === null) return { kind: 'logged-out' }
  if (session !== reviewed.session) return { kind: 'no-delivery' }
  const delivery = currentDelivery(reviewed.delivery, addresses, config?.rate)
  if (delivery === null) return { kind: 'address-gone' }

  const cart = read.cart()
  const order = { items: applyOffers(cart, offers), delivery }
  const mode = modeOf(delivery)
  const reason = explainRefusal(config, { subtotal: totalPrice(order.items), total: totalOf(order), mode })
  if (reason !== null && order.items.length > 0) return { kind: 'refused', reason }
  const shortages = shortagesOf(cart, offers)
  const changes = changesOf({ items: reviewed.items, delivery: reviewed.delivery }, order, shortages)
  if (changes.length > 0)
    return { kind: 'changed', changes, hasShortage: shortages.size > 0, cart, reviewed, ...order }
  if (order.items.length === 0 || totalOf(order) <= 0) return { kind: 'nothing-to-pay' }
  const items = order.items.map((line) =>
    withMissingSelections(line, groupsWithAlternatives(offers.get(line.id)?.options ?? [])),
  )
  return { kind: 'order', customer, items, delivery }
}

/** Returns the delivery at the current address and rate; null if the customer has no such address any more. */
function currentDelivery(
  reviewed: Delivery,
  addresses: Awaited<ReturnType<CurrentValueReaders['addresses']>>,
  rate: number | null | undefined,
): Delivery | null {
  if (reviewed.address === null) return { ...reviewed, distance: 0, fee: 0 }
  const { id } = reviewed.address
  const { latitude: lat, longitude: lng } = reviewed.address
  const currentAddresses = addresses ?? [{ ...reviewed.address, point: { lat, lng } }]
  const current = currentAddresses.find((address) => address.id === id)
  if (!current?.point) return null
  const { address, point } = current
  const distance = distanceFromShop(point)
  return {
    address: { id, address, latitude: point.lat, longitude: point.lng },
    distance,
    fee: homeDeliveryFeeOf(distance, rate ?? null) ?? reviewed.fee,
    note: reviewed.note,
  }
}

/** Returns a message for each product whose stock is too low, by product id. */
function shortagesOf(cart: readonly CartItem[], offers: Offers): Map<number, string> {
  const shortages = new Map<number, string>()
  for (const { id, price } of cart) {
    const offer = offers.get(id)
    const shortage = shortageMessage(quantityOf(cart, id), offer)
    if (shortage !== null) shortages.set(id, shortage)
    else if (price === null && offer === undefined) shortages.set(id, 'Price not available')
  }
  return shortages
}

type Row = readonly [label: string, before: string, after: string]

/** Lists what differs as it is shown. Prices are therefore compared in whole shillings. */
function changesOf(
  reviewed: ChosenOrder,
  current: ChosenOrder,
  shortages: ReadonlyMap<number, string>,
): OrderChange[] {
  const [old, now] = [reviewed.delivery, current.delivery]
  const rows: Row[] = [
    ...lineRows(reviewed.items, current.items, shortages),
    ['Address', old.address?.address ?? '', now.address?.address ?? ''],
    ['Distance', formatKilometres(old.distance), formatKilometres(now.distance)],
    ['Delivery Fee', formatSum(old.fee), formatSum(now.fee)],
    ['Total', formatMoney(totalOf(reviewed)), formatMoney(totalOf(current))],
  ]
  return rows.flatMap(([label, before, after]) => (before === after ? [] : [{ label, before, after }]))
}

function lineRows(
  reviewed: readonly CartItem[],
  current: readonly CartItem[],
  shortages: ReadonlyMap<number, string>,
): Row[] {
  const names = new Map([...current, ...reviewed].map(({ id, name }) => [id, name]))
  return [...names].flatMap(([id, name]) => {
    const old = reviewed.filter((line) => line.id === id)
    const wanted = String(quantityOf(reviewed, id))
    const available = String(quantityOf(current, id))
    const shortage = shortages.get(id) ?? (available === '0' ? 'Removed from your cart' : available)
    const rows: Row[] = [[name, wanted, available === wanted ? wanted : shortage]]
    for (const [index, line] of current.filter((line) => line.id === id).entries()) {
      const before = old[index]
      if (before === undefined) continue
      const options = lineOptionsText(before)
      rows.push([name, formatPrice(before.price), formatPrice(line.price)])
      rows.push([name, options, lineOptionsText(line) || (options && 'Option no longer offered')])
    }
    return rows
  })
}

function totalOf({ items, delivery }: ChosenOrder): number {
  return items.length === 0 ? 0 : orderTotal(totalPrice(items), delivery.fee)
}
