import { useMemo } from 'react'
import { readId, readObject } from '../../api/read-values.ts'
import { getOwner, isOwn, useOwner } from '../../api/session.ts'
import { type OrderDetails, readOrderDetails } from '../../domain/order-details.ts'
import { storageStore } from '../../platform/storage-store.ts'

/** The maximum number of stored orders. The oldest are dropped. */
const MAX_ORDERS = 20

type Stored = OrderDetails & { order: number; owner: unknown }

const stored = storageStore('orderDetails', (value): readonly Stored[] =>
  (Array.isArray(value) ? value.slice(0, MAX_ORDERS) : []).flatMap((each) => {
    const { order, owner } = readObject<Stored>(each)
    const id = readId(order)
    return id === null ? [] : [{ ...readOrderDetails(each), order: id, owner }]
  }),
)

/** Stores the details of an accepted order in this browser, because the host doesn't store them. */
export function storeOrderDetails(order: number, details: OrderDetails): void {
  const otherOrders = stored.get().filter((each) => each.order !== order)
  stored.set([{ ...details, order, owner: getOwner() }, ...otherOrders].slice(0, MAX_ORDERS))
}

export function clearOrderDetails(): void {
  stored.set(null)
}

/** Returns the stored details of the current customer's orders by order number. */
export function useOrderDetails(): ReadonlyMap<number, OrderDetails> {
  const owner = useOwner()
  const orders = stored.use()
  // biome-ignore lint/correctness/useExhaustiveDependencies: isOwn depends on the owner
  return useMemo(
    () => new Map(orders.flatMap((each) => (isOwn(each.owner) ? [[each.order, each] as const] : []))),
    [orders, owner],
  )
}
