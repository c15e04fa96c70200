import { useSyncExternalStore } from 'react'
import { readId, readObject } from '../../lib/read-values.ts'
import { readText, writeText } from '../../lib/storage.ts'
import { PLACED_ORDER_KEY } from './placed-order-key.ts'

const CHANGED = 'placedOrderUpdated'

export type PlacedOrder = {
  /** Null where the host did not say it. */
  id: number | null
  /** Shillings charged. */
  amount: number
  /** The address in words; null is a pickup. */
  address: string | null
}

let lastText: string | null = null
let lastOrder: PlacedOrder | null = null

function getPlacedOrder(): PlacedOrder | null {
  const text = readText(PLACED_ORDER_KEY)
  if (text === lastText) return lastOrder
  lastText = text
  lastOrder = parse(text)
  return lastOrder
}

function parse(text: string | null): PlacedOrder | null {
  try {
    const { id, amount, address } = readObject<PlacedOrder>(JSON.parse(text ?? 'null'))
    if (typeof amount !== 'number') return null
    return { id: readId(id), amount, address: typeof address === 'string' ? address : null }
  } catch {
    return null
  }
}

/** Keeps the order for the notice; null dismisses it. */
export function keepPlacedOrder(order: PlacedOrder | null): void {
  writeText(PLACED_ORDER_KEY, order === null ? null : JSON.stringify(order))
  window.dispatchEvent(new Event(CHANGED))
}

function subscribe(listener: () => void): () => void {
  window.addEventListener(CHANGED, listener)
  window.addEventListener('storage', listener)
  return () => {
    window.removeEventListener(CHANGED, listener)
    window.removeEventListener('storage', listener)
  }
}

export function usePlacedOrder(): PlacedOrder | null {
  return useSyncExternalStore(subscribe, getPlacedOrder, () => null)
}
