import { readObject, readText } from '../api/read-values.ts'
import { readMoney } from './money.ts'

/** Address and fee in shillings of the shopper's last order. Before the first order, the address is '' and the fee null. */
export type LastDelivery = { address: string; fee: number | null }

export function readLastDelivery(stored: unknown): LastDelivery {
  const { address, fee } = readObject<LastDelivery>(stored)
  return { address: readText(address, 300), fee: readMoney(fee) }
}
