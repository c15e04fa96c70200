import { useMutation } from '@tanstack/react-query'
import type { SpecialOrder } from 'contracts/resources/special-orders'
import { call } from '../../api/api.ts'
import { isEmail } from '../../domain/contact.ts'
import { savedTexts } from '../../domain/draft.ts'

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

const EMPTY_SPECIAL_ORDER: SpecialOrderDraft = {
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

const REQUIRED_TEXT = 'Required.'
const REQUIRED_QUANTITY = 'Enter a whole number, at least 1.'
export const REQUIRED_MESSAGES: readonly string[] = [REQUIRED_TEXT, REQUIRED_QUANTITY]

/** The largest quantity of a special order. The emulator enforces the same limit. */
const MAX_QUANTITY = 10_000

/** Returns an error message for each field that is empty or invalid. */
export function specialOrderErrors(
  draft: SpecialOrderDraft,
): Partial<Record<keyof SpecialOrderDraft, string>> {
  const errors = Object.fromEntries(
    REQUIRED.filter((field) => draft[field].trim() === '').map((field) => [field, REQUIRED_TEXT]),
  )
  const quantity = draft.quantity.trim()
  if (!/^\d+$/.test(quantity) || Number(quantity) < 1) errors.quantity = REQUIRED_QUANTITY
  else if (Number(quantity) > MAX_QUANTITY) errors.quantity = `At most ${MAX_QUANTITY}. Call us for more.`
  const contact = draft.contact_info.trim()
  if (draft.preferred_contact_method === 'Email' && contact !== '' && !isEmail(contact))
    errors.contact_info = 'Enter an email address, such as name@example.com.'
  return errors
}

/** Returns the request body. The API has no field for a WhatsApp number, so it is a line of the customizations. */
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
