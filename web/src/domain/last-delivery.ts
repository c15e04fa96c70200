import { readObject, readText } from '../api/read-values.ts'
import { readMoney } from './money.ts'

/** Where the shopper's last order went, and its fee in shillings; null before the first. */
export type LastDelivery = { address: string; fee: number | null }

export function readLastDelivery(stored: unknown): LastDelivery {
  const { address, fee } = readObject<LastDelivery>(stored)
  return { address: readText(address, 300), fee: readMoney(fee) }
}
