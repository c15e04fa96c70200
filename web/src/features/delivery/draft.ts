import type { DeliveryMode } from '../../domain/navigation-state.ts'
import { savedTexts } from '../../platform/draft.ts'

export type DeliveryDraft = { note: string; mode: DeliveryMode }

export function readDeliveryDraft(stored: Record<string, unknown>): DeliveryDraft {
  return { ...savedTexts(stored, { note: '' }), mode: stored.mode === 'pickup' ? 'pickup' : 'home' }
}
