import { ApiError, ContractError } from 'contracts/client'
import { call, type WireResponse } from '../../api/api.ts'
import { readId, readObject, readString } from '../../api/read-values.ts'
import { quirks } from '../../config/quirks.ts'
import { runExclusive } from '../../platform/locks.ts'
import { type PaidOrder, paidOrders } from './payments.ts'

export type Placed = {
  /** False when another tab had placed the order in the meantime. */
  here: boolean
  /** The order's number; null where the host did not say it. */
  orderId: number | null
  /** Where the host wants the shopper to go on paying; as it came, to be submitted before it is shown. */
  redirectUrl: string | null
}

/**
 * Posts the order of a payment, once: a double click, a second callback, a reload or a second tab cannot make
 * two of it. The payment's reference is sent as Idempotency-Key, which a host that does not know it ignores.
 * Throws what the client throws; the payment then stays written down.
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

/** The host's answer to an accepted order, whatever it is. */
async function post(paid: PaidOrder): Promise<unknown> {
  try {
    return await call('POST /customer/order/place', {
      body: paid.payload,
      headers: { 'Idempotency-Key': paid.tx_ref },
    })
  } catch (error) {
    // An answer of 200 is an accepted order whatever it says, and when it says nothing that can be read.
    const accepted = error instanceof ContractError || (error instanceof ApiError && error.status < 300)
    if (!accepted || !quirks.anyOkResponseIsSuccess) throw error
    return error instanceof ApiError ? error.body : null
  }
}

/** True when the host itself said no, so that trying again needs a person, not only a better connection. */
export function isRefusal(error: unknown): boolean {
  return error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 429
}
