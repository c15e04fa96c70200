import { ApiError } from 'contracts/client'
import type { Address } from 'contracts/resources/addresses'
import { call } from '../../api/api.ts'
import { readId, readList, readObject } from '../../api/read-values.ts'
import { env } from '../../config/env.ts'
import { store } from '../../config/store.ts'
import { readHostConfig } from '../../domain/host-config.ts'
import { isPickupAddress, pickupAddress } from '../../domain/pickup-address.ts'
import { runInTurn } from '../../platform/locks.ts'
import { type PaymentAttempt, requirePayer } from './payment/payments.ts'

/** Whether an order is a pickup. A payment without its delivery is recognised by the address of pickup orders. */
export function isPickupOrder({ delivery, payload }: PaymentAttempt): boolean {
  return delivery === null
    ? (payload.delivery_address_id ?? null) === env.pickupAddressId
    : delivery.address === null
}

/**
 * Returns a pickup order with the id of the pickup point among the customer's addresses, which is added if it is
 * missing.
 * @throws PayerChangedError if the payer has logged out
 * @throws the errors of the API client
 */
export async function withPickupAddress<P extends PaymentAttempt>(attempt: P): Promise<P> {
  // Two tabs would add the address twice. The result is not shared, because another customer may have logged in.
  const id = await runInTurn('pickup address', async () => (await findId(attempt)) ?? addAddress(attempt))
  return { ...attempt, payload: { ...attempt.payload, delivery_address_id: id } }
}

async function findId(attempt: PaymentAttempt): Promise<number | null> {
  requirePayer(attempt)
  const rows = readList(await call('GET /customer/address/list')).map((row) => readObject<Address>(row))
  const ids = rows.flatMap((row) => (isPickupAddress(row) ? (readId(row.id) ?? []) : []))
  return ids.length === 0 ? null : Math.min(...ids)
}

async function addAddress(attempt: PaymentAttempt): Promise<number> {
  const { pickupPoint } = readHostConfig(await call('GET /config').catch(() => null))
  requirePayer(attempt)
  const { name, phone_number } = attempt.payer
  const contact = { name: name || store.name, phone: phone_number || store.phones[0].replaceAll(' ', '') }
  const body = pickupAddress(pickupPoint.address, contact)
  try {
    const added = readObject<Address>(await call('POST /customer/address/add', { body }))
    const id = readId(added.id)
    if (id !== null) return id
  } catch (error) {
    // Without a definite refusal, the address may have been added.
    const isRefused = error instanceof ApiError && error.status < 500
    const id = isRefused ? null : await findId(attempt)
    if (id === null) throw error
    return id
  }
  const id = await findId(attempt)
  if (id === null) throw new Error('The host does not list the address that it has added.')
  return id
}
