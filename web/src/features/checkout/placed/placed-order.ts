import { useMemo } from 'react'
import { createOwnedStore } from '../../../api/owned-store.ts'
import { readId, readList, readObject, readString } from '../../../api/read-values.ts'
import { belongsToCustomer, getOwner, type Owner, useOwner } from '../../../api/session.ts'
import { type CartItem, readCartItems } from '../../../domain/cart-item.ts'
import { type LocalOrderDetails, readLocalOrderDetails } from '../../../domain/local-details.ts'
import { createStorageStore } from '../../../platform/storage-store.ts'

// Excludes infinite numbers, because JSON.parse reads 1e999 as Infinity.
const isAmount = (value: unknown): value is number => Number.isFinite(value)

/** The last order. Removed when its notice is dismissed or the customer logs out. */
const placedOrder = createOwnedStore('placedOrder', ({ id, amount, delivery, items, paymentUrl }) => {
  if (!isAmount(amount)) return null
  const { address, fee } = readObject<{ address: unknown; fee: unknown }>(delivery)
  const isKnown = (address === null || typeof address === 'string') && isAmount(fee)
  return {
    /** The order number; null if the host didn't return it. */
    id: readId(id),
    /** The charged amount in shillings. */
    amount,
    /** Null if the delivery is unknown. The address is null for pickup. */
    delivery: isKnown ? { address, fee } : null,
    items: readCartItems(items) as readonly CartItem[],
    /** The host's page where the order must still be paid; null if there is none. Not validated. */
    paymentUrl: readString(paymentUrl) || null,
  }
})

export type OrderConfirmation = NonNullable<ReturnType<typeof placedOrder.get>>

/** The maximum number of stored orders. The oldest are dropped. */
const MAX_ORDERS = 20

/** Whether the order was placed in this visit and its notice has not been shown. */
let isNew = false

export const isNewOrder = (): boolean => isNew

/** Returns true once after an order is placed. */
export function takeNewOrderFlag(): boolean {
  const wasNew = isNew
  isNew = false
  return wasNew
}

/** Stores the order that the notice shows. Null dismisses the notice. */
export function storePlacedOrder(order: OrderConfirmation | null, owner: Owner | null = getOwner()): void {
  isNew = order !== null && belongsToCustomer(owner)
  placedOrder.set(order, owner)
}

/** The payment references and numbers of the orders that this browser has placed, newest first. */
const acceptedOrders = createStorageStore('acceptedOrders', readList)

/** @param id the order number; null if the host didn't return it */
export function rememberAccepted(reference: string, id: number | null): void {
  const orders = [reference, ...(id === null ? [] : [id]), ...acceptedOrders.get()]
  acceptedOrders.set(orders.slice(0, 2 * MAX_ORDERS))
}

/** Whether this browser has placed the order with a payment reference or number. */
export const wasAccepted = (order: string | number | null): boolean => acceptedOrders.get().includes(order)

/** Returns the current customer's last order; null once its notice is dismissed. */
export const usePlacedOrder = placedOrder.use

type OwnedLocalDetails = LocalOrderDetails & { order: number; owner: unknown }

const storedDetails = createStorageStore('orderDetails', (value): readonly OwnedLocalDetails[] =>
  (Array.isArray(value) ? value.slice(0, MAX_ORDERS) : []).flatMap((each) => {
    const { order, owner } = readObject<OwnedLocalDetails>(each)
    const id = readId(order)
    return id === null ? [] : [{ ...readLocalOrderDetails(each), order: id, owner }]
  }),
)

/** Stores the details of an accepted order in this browser, because the host doesn't store them. */
export function storeLocalDetails(order: number, details: LocalOrderDetails, owner = getOwner()): void {
  const otherOrders = storedDetails.get().filter((each) => each.order !== order)
  storedDetails.set([{ ...details, order, owner }, ...otherOrders].slice(0, MAX_ORDERS))
}

/** Deletes the details of the customer's orders. Those of another customer of this browser remain. */
export function clearLocalDetails(): void {
  const otherOrders = storedDetails.get().filter(({ owner }) => !belongsToCustomer(owner))
  storedDetails.set(otherOrders.length === 0 ? null : otherOrders)
}

/** Returns the stored details of the current customer's orders by order number. */
export function useLocalDetails(): ReadonlyMap<number, LocalOrderDetails> {
  const owner = useOwner()
  const orders = storedDetails.use()
  // biome-ignore lint/correctness/useExhaustiveDependencies: belongsToCustomer depends on the owner
  return useMemo(
    () =>
      new Map(orders.flatMap((each) => (belongsToCustomer(each.owner) ? [[each.order, each] as const] : []))),
    [orders, owner],
  )
}
