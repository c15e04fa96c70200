import { useMutation } from '@tanstack/react-query'
import type { SpecialOrder } from 'contracts/special-orders'
import { call } from '../../api/api.ts'
import { savedTexts } from '../../platform/draft.ts'

/** The fields of the form, as typed. */
export type SpecialOrderDraft = {
  customer_name: string
  phone_number: string
  preferred_contact_method: 'Email' | 'WhatsApp'
  contact_info: string
  item_name: string
  order_details: string
  quantity: string
  customizations: string
}

export const EMPTY_SPECIAL_ORDER: SpecialOrderDraft = {
  customer_name: '',
  phone_number: '',
  preferred_contact_method: 'Email',
  contact_info: '',
  item_name: '',
  order_details: '',
  quantity: '1',
  customizations: '',
}

export function readSpecialOrderDraft(stored: Record<string, unknown>): SpecialOrderDraft {
  const { preferred_contact_method: start, ...texts } = EMPTY_SPECIAL_ORDER
  const method = stored.preferred_contact_method === 'WhatsApp' ? 'WhatsApp' : start
  return { ...savedTexts(stored, texts), preferred_contact_method: method }
}

const REQUIRED = [
  'customer_name',
  'phone_number',
  'contact_info',
  'item_name',
  'order_details',
  'quantity',
] as const satisfies readonly (keyof SpecialOrderDraft)[]

/** Returns the required fields that are empty. A quantity that isn't a whole number of at least 1 counts as empty. */
export function missingFields(draft: SpecialOrderDraft): (keyof SpecialOrderDraft)[] {
  return REQUIRED.filter((field) =>
    field === 'quantity' ? !/^0*[1-9]\d*$/.test(draft.quantity.trim()) : draft[field].trim() === '',
  )
}

/**
 * Returns the request body. The API has no field for a WhatsApp number, so it is sent as a line of the
 * customizations.
 */
export function specialOrderRequest(draft: SpecialOrderDraft): SpecialOrder {
  const byEmail = draft.preferred_contact_method === 'Email'
  const contact = draft.contact_info.trim()
  return {
    customer_name: draft.customer_name.trim(),
    phone_number: draft.phone_number.trim(),
    preferred_contact_method: draft.preferred_contact_method,
    email: byEmail ? contact : null,
    item_name: draft.item_name.trim(),
    order_details: draft.order_details.trim(),
    quantity: Number(draft.quantity),
    customizations: [draft.customizations.trim(), byEmail ? '' : `WhatsApp: ${contact}`]
      .filter(Boolean)
      .join('\n'),
    status: 1,
  }
}

export function useSendSpecialOrder() {
  return useMutation({
    mutationFn: (draft: SpecialOrderDraft) =>
      call('POST /special-order/store', { body: specialOrderRequest(draft) }),
  })
}
