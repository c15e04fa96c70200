import { readObject } from '../../api/read-values.ts'
import { keptTexts, useDraft } from '../../platform/draft.ts'
import { readJson, writeJson } from '../../platform/storage.ts'
import { emptyQuotation, type QuotationDraft, quotationNumber } from './quotation.ts'

const COUNTER = 'quotationCounter'

/** The school's own words, kept on this phone from one quotation to the next. */
export function useQuotationDraft(): [QuotationDraft, (part: Partial<QuotationDraft>) => void] {
  const [draft, change] = useDraft<QuotationDraft>('quotation', (kept) => {
    const texts = keptTexts(kept, emptyQuotation)
    return { ...texts, delivery: texts.delivery === 'home' ? 'home' : 'pickup' }
  })
  return [draft, change]
}

/**
 * The number of the quotation for a list: the next one of the day, and the same one again for the same list, so that
 * a reload does not make another of it.
 */
export function numberFor(fragment: string, day: Date): string {
  const [first = ''] = quotationNumber(day, 0).split(/-0$/)
  const kept = readObject(readJson(COUNTER))
  const list = kept.day === first && Array.isArray(kept.lists) ? (kept.lists as unknown[]) : []
  const known = list.indexOf(fragment)
  if (known === -1) writeJson(COUNTER, { day: first, lists: [...list, fragment] })
  return quotationNumber(day, (known === -1 ? list.length : known) + 1)
}
