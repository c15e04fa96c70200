import type { DeliveryMode } from '../../domain/navigation-state.ts'
import { keptTexts } from '../../lib/draft.ts'
import { writeJson } from '../../lib/storage.ts'

/** What the delivery step keeps for the session, until an order has been accepted or the shopper logs out. */
export const DELIVERY_DRAFT = 'deliveryDraft'

/** The address that is being entered. */
export const ADDRESS_DRAFT = 'addressDraft'

export type DeliveryDraft = { note: string; mode: DeliveryMode }

export function readDeliveryDraft(kept: Record<string, unknown>): DeliveryDraft {
  return { ...keptTexts(kept, { note: '' }), mode: kept.mode === 'pickup' ? 'pickup' : 'home' }
}

export function clearDeliveryDraft(): void {
  writeJson(DELIVERY_DRAFT, null, 'session')
  writeJson(ADDRESS_DRAFT, null, 'session')
}
