import { ApiError, ContractError } from 'contracts/client'
import { call, type WireResponse } from '../../api/api.ts'
import { readId, readObject, readString } from '../../api/read-values.ts'
import { runExclusive } from '../../platform/locks.ts'
import { type PaidOrder, paidOrders } from './payments.ts'

export type PlacementResult = {
  /** Whether this tab placed the order; false if a different tab did. */
  here: boolean
  /** The order number; null if the host didn't return it. */
  orderId: number | null
  /** A URL for completing the payment. Not validated. */
  redirectUrl: string | null
}

/**
 * Posts a paid order exactly once, even after double clicks, repeated callbacks, reloads and in several tabs. Sends
 * the payment reference as Idempotency-Key, which the host may ignore.
 * @throws the errors of the API client. The paid order then stays stored.
 */
export function placePaidOrder(paid: PaidOrder): Promise<PlacementResult> {
  return runExclusive(`order ${paid.tx_ref}`, async () => {
    if (!paidOrders.get().some((stored) => stored.tx_ref === paid.tx_ref))
      return { here: false, orderId: null, redirectUrl: null }
    const response = readObject<WireResponse<'POST /customer/order/place'>>(await post(paid))
    paidOrders.remove(paid.tx_ref)
    return {
      here: true,
      orderId: readId(response.order_id),
      redirectUrl: readString(response.redirectUrl) || null,
    }
  })
}

async function post(paid: PaidOrder): Promise<unknown> {
  try {
    return await call('POST /customer/order/place', {
      body: paid.payload,
      headers: { 'Idempotency-Key': paid.tx_ref },
    })
  } catch (error) {
    // A response with status 200 means that the order is accepted, whatever its body says.
    const accepted = error instanceof ContractError || (error instanceof ApiError && error.status < 300)
    if (!accepted) throw error
    return error instanceof ApiError ? error.body : null
  }
}

/** Whether the host refused the order. Only staff can resolve this. */
export function isRefusal(error: unknown): boolean {
  return error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 429
}
