import { ApiError, ContractError } from 'contracts/client'
import { errorCodes } from 'contracts/error-codes'
import type { Order, OrderLine } from 'contracts/resources/orders'
import { call, type SuccessResponse } from '../../api/api.ts'
import { hostTraits } from '../../api/host-traits.ts'
import { readId, readList, readObject, readSafeNumber, readString } from '../../api/read-values.ts'
import { isRunning, runExclusive } from '../../platform/locks.ts'
import { attempts, type PaidOrder, paidOrders, requirePayer } from './payment/payments.ts'
import { rememberAccepted, wasAccepted } from './placed/placed-order.ts'

/** Loads the code that only pickup orders need. */
export const loadPickupAddressModule = () => import('./add-pickup-address.ts')

export type PlacedOrder = {
  /** The order number; null if the host didn't return it. */
  orderId: number | null
  /** A URL for completing the payment. Not validated. */
  redirectUrl: string | null
}

/**
 * Posts a paid order once, even after double clicks, repeated callbacks, reloads and in several tabs. Sends the payment
 * reference as Idempotency-Key, which the host may ignore. An order that was posted before is therefore looked up in
 * the order list first, and posted again if it is not listed. If the host refuses the list, only a click posts it; if
 * the network fails, nothing does.
 * @param onPlaced called once per order: not if it was placed by a different tab, or by a call that this one waits for
 * @param isAutomatic whether no click requests it. If so, the order is not sent if the order list can't be read.
 * @returns false if the shopper has forgotten the payment meanwhile, in a different tab
 * @throws the errors of the API client, and PayerChangedError. The paid order then stays stored.
 */
export function placePaidOrder(
  paidOrder: PaidOrder,
  onPlaced: (placed: PlacedOrder) => void,
  isAutomatic = false,
): Promise<boolean> {
  return runExclusive(lockOf(paidOrder), async () => {
    const stored = paidOrders.get().find(({ tx_ref }) => tx_ref === paidOrder.tx_ref)
    if (stored === undefined) return wasAccepted(paidOrder.tx_ref)
    const acceptedOrder = stored.isPosted ? await findAccepted(stored, isAutomatic) : null
    paidOrders.change(paidOrder.tx_ref, { isPosted: true })
    const response =
      acceptedOrder ?? readObject<SuccessResponse<'POST /customer/order/place'>>(await postOrder(stored))
    paidOrders.remove(paidOrder.tx_ref)
    // The attempt remains if the browser could not store the paid order.
    attempts.remove(paidOrder.tx_ref)
    const orderId = readId(response.order_id)
    rememberAccepted(paidOrder.tx_ref, orderId)
    onPlaced({ orderId, redirectUrl: readString(response.redirectUrl) || null })
    return true
  })
}

const lockOf = ({ tx_ref }: PaidOrder) => `order ${tx_ref}`

/** Whether this tab is posting the order. */
export const isBeingPlaced = (order: PaidOrder): boolean => isRunning(lockOf(order))

/**
 * Posts the order. If the host refuses a pickup for lack of a delivery address, posts it again to the
 * pickup point. The refusal is definite, so the host has no order yet.
 */
async function postOrder(paidOrder: PaidOrder): Promise<unknown> {
  const needsPickupAddress =
    hostTraits.get().requiresPickupAddress && paidOrder.payload.delivery_address_id === null
  const order = needsPickupAddress ? await toPickupAddress(paidOrder) : paidOrder
  try {
    return await post(order)
  } catch (error) {
    const isRequired = error instanceof ApiError && errorCodes(error.body).includes('delivery_address_id')
    if (!isRequired || !(await loadPickupAddressModule()).isPickupOrder(paidOrder)) throw error
    hostTraits.set({ requiresPickupAddress: true })
    const orderWithAddress = await toPickupAddress(order)
    // The host has this address and refuses it.
    if (orderWithAddress.payload.delivery_address_id === order.payload.delivery_address_id) throw error
    return post(orderWithAddress)
  }
}

/** Stores the new id before the order is posted, so that a reload posts the same order. */
async function toPickupAddress(paidOrder: PaidOrder): Promise<PaidOrder> {
  const { withPickupAddress } = await loadPickupAddressModule()
  const orderWithAddress = await withPickupAddress(paidOrder)
  paidOrders.change(paidOrder.tx_ref, { payload: orderWithAddress.payload })
  return orderWithAddress
}

async function post(paidOrder: PaidOrder): Promise<unknown> {
  // Another customer may have logged in since the click.
  requirePayer(paidOrder)
  try {
    return await call('POST /customer/order/place', {
      body: paidOrder.payload,
      headers: { 'Idempotency-Key': paidOrder.tx_ref },
    })
  } catch (error) {
    // Trap: unlike refusals of other requests, status 200 always means that the order is accepted. Posting it again
    // could create a second one.
    const isAccepted = error instanceof ContractError || (error instanceof ApiError && error.status === 200)
    if (!isAccepted) throw error
    return error instanceof ApiError ? error.body : null
  }
}

/** Returns the host's order for a payment whose response was lost; null if the host doesn't have it. */
async function findAccepted(paidOrder: PaidOrder, isAutomatic: boolean) {
  try {
    const orders = await call('GET /customer/order/list')
    const order = readList(orders).find((listed) => isOrderFor(readObject<Order>(listed), paidOrder))
    return order === undefined ? null : { order_id: readObject<Order>(order).id, redirectUrl: null }
  } catch (error) {
    // The host responds but doesn't list orders, so the shopper's click decides.
    if (!isAutomatic && error instanceof ApiError) return null
    throw error
  }
}

/** The maximum time by which the device's clock may be ahead of the host's, in milliseconds. */
const CLOCK_TOLERANCE_MS = 120_000

/** Whether the host created this order for the payment: by its reference, or else by amount, lines and time. */
function isOrderFor(order: { readonly [K in keyof Order]?: unknown }, paidOrder: PaidOrder): boolean {
  const reference = readString(order.transaction_reference)
  if (reference !== '')
    return reference === paidOrder.tx_ref || reference === String(paidOrder.transaction_id)
  // This browser knows the order as that of a different payment.
  if (wasAccepted(readId(order.id))) return false
  return (
    readSafeNumber(order.order_amount) === paidOrder.amount &&
    readTime(order.created_at) >= paidOrder.started_at - CLOCK_TOLERANCE_MS &&
    hasLines(order.details, paidOrder)
  )
}

/** Reads a time in milliseconds. A time without a zone is UTC or local: the later one is returned. */
function readTime(value: unknown): number {
  const text = readString(value)
  const times = [Date.parse(text), Date.parse(`${text}Z`)].filter((time) => !Number.isNaN(time))
  return Math.max(...times)
}

/** Whether the lines contain the ordered quantities. True for a host that lists orders without their lines. */
function hasLines(details: unknown, { payload }: PaidOrder): boolean {
  const listed = quantitiesOf(details)
  return listed === '' || listed === quantitiesOf(payload.cart)
}

/** Returns the products and quantities of lines as a text, in which the order of the lines doesn't matter. */
function quantitiesOf(lines: unknown): string {
  const texts = readList(lines).map((line) => {
    const { product_id, quantity } = readObject<OrderLine>(line)
    return `${product_id} ${quantity}`
  })
  return texts.sort().join()
}

/** Whether the host refused the order. Only staff can resolve this, except a 401: the customer logs in again. */
export function isDefiniteRefusal(error: unknown): boolean {
  return error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 429
}
