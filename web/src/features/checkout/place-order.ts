import { ApiError, ContractError } from 'contracts/client'
import { call, type WireResponse } from '../../api/api.ts'
import { readId, readObject, readString } from '../../api/read-values.ts'
import { quirks } from '../../config/quirks.ts'
import { runExclusive } from '../../platform/locks.ts'
import { type PaidOrder, paidOrders } from './payments.ts'

export type Placed = {
  /** False if another tab has already placed the order. */
  here: boolean
  /** The order number; null if the host sent none. */
  orderId: number | null
  /** A URL to complete the payment, unvalidated. */
  redirectUrl: string | null
}

/**
 * Posts a paid order once, despite double clicks, repeated callbacks, reloads and other tabs. Sends the payment
 * reference as Idempotency-Key, which a host may ignore.
 * @throws like the API client; the paid order then stays stored
 */
export function placePaidOrder(paid: PaidOrder): Promise<Placed> {
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

/** Returns the response to an accepted order. */
async function post(paid: PaidOrder): Promise<unknown> {
  try {
    return await call('POST /customer/order/place', {
      body: paid.payload,
      headers: { 'Idempotency-Key': paid.tx_ref },
    })
  } catch (error) {
    // A 200 response is an accepted order regardless of its body, even if that can't be parsed.
    const accepted = error instanceof ContractError || (error instanceof ApiError && error.status < 300)
    if (!accepted || !quirks.anyOkResponseIsSuccess) throw error
    return error instanceof ApiError ? error.body : null
  }
}

/** Whether the host refused the order, so that a retry can't succeed without staff. */
export function isRefusal(error: unknown): boolean {
  return error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 429
}
