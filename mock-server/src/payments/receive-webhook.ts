import { timingSafeEqual } from 'node:crypto'
import { hashSecret } from '../world/access-tokens.ts'
import type { World } from '../world/world.ts'
import { confirmPayment } from './paid-orders.ts'

/** Checks the hash, verifies the payment, and marks its order as paid, as the real host would. */
export function receiveWebhook(
  world: World,
  hash: string | undefined,
  secretHash: string,
  body: unknown,
): { status: number; message: string } {
  if (!timingSafeEqual(Buffer.from(hashSecret(hash ?? '')), Buffer.from(hashSecret(secretHash)))) {
    return { status: 401, message: '((The verif-hash is wrong.))' }
  }
  // Source F2: webhooks contain `data`. Assumed: older accounts send a flat object with `txRef`.
  const data = ((body as { data?: unknown })?.data ?? body) as {
    id?: unknown
    tx_ref?: unknown
    txRef?: unknown
  } | null
  const txRef = data?.tx_ref ?? data?.txRef
  if (typeof txRef !== 'string') return { status: 400, message: '((The webhook contains no tx_ref.))' }
  return { status: 200, message: confirmPayment(world, txRef, numberOf(data?.id)) }
}

const numberOf = (value: unknown) =>
  typeof value === 'string' || typeof value === 'number' ? Number(value) : Number.NaN
