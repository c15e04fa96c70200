import type { DeliveryMode } from '../../domain/navigation-state.ts'
import { keptTexts } from '../../platform/draft.ts'

export type DeliveryDraft = { note: string; mode: DeliveryMode }

export function readDeliveryDraft(kept: Record<string, unknown>): DeliveryDraft {
  return { ...keptTexts(kept, { note: '' }), mode: kept.mode === 'pickup' ? 'pickup' : 'home' }
}
