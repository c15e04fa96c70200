import type { SpecialOrder } from 'contracts/resources/special-orders'
import { readTextFields } from '../../domain/draft.ts'
import { isEmail } from '../../domain/email-and-phone.ts'

const EMPTY_SPECIAL_ORDER = {
  customer_name: '',
  phone_number: '',
  preferred_contact_method: 'Email' as 'Email' | 'WhatsApp',
  contact_info: '',
  item_name: '',
  order_details: '',
  quantity: '1',
  customizations: '',
}

export type SpecialOrderDraft = typeof EMPTY_SPECIAL_ORDER

export function readSpecialOrderDraft(stored: Record<string, unknown>): SpecialOrderDraft {
  const { preferred_contact_method: start, ...texts } = EMPTY_SPECIAL_ORDER
  const method = stored.preferred_contact_method === 'WhatsApp' ? 'WhatsApp' : start
  return { ...readTextFields(stored, texts), preferred_contact_method: method }
}

export type ContactDetails = { name: string; email: string; phone: string }

/** Returns the contact fields of a draft, with the customer's details where they are empty. */
export function withCustomer(
  draft: SpecialOrderDraft,
  { name, email, phone }: ContactDetails,
): Partial<SpecialOrderDraft> {
  return {
    customer_name: draft.customer_name || name,
    phone_number: draft.phone_number || phone,
    contact_info: draft.contact_info || (draft.preferred_contact_method === 'Email' ? email : phone),
  }
}

/** Returns the error messages of empty required fields. */
export const requiredTexts = ({ preferred_contact_method: method }: SpecialOrderDraft) => ({
  customer_name: 'Enter your full name.',
  phone_number: 'Enter your phone number.',
  contact_info: method === 'Email' ? 'Enter your email address.' : 'Enter your WhatsApp number.',
  item_name: 'Enter what you are looking for, such as its title.',
  order_details: 'Enter what you know about it.',
  quantity: 'Enter a whole number, at least 1.',
})

/** The largest quantity of a special order. The emulator enforces the same limit. */
const MAX_QUANTITY = 10_000

/** Returns an error message for each field that is empty or invalid. */
export function findSpecialOrderErrors(draft: SpecialOrderDraft) {
  const required = requiredTexts(draft)
  const errors: Partial<Record<keyof SpecialOrderDraft, string>> = Object.fromEntries(
    Object.entries(required).filter(([field]) => draft[field as keyof typeof required].trim() === ''),
  )
  const quantity = draft.quantity.trim()
  if (!/^\d+$/.test(quantity) || Number(quantity) < 1) errors.quantity = required.quantity
  else if (Number(quantity) > MAX_QUANTITY) errors.quantity = `At most ${MAX_QUANTITY}. Call us for more.`
  const contact = draft.contact_info.trim()
  if (draft.preferred_contact_method === 'Email' && contact !== '' && !isEmail(contact))
    errors.contact_info = 'Enter an email address, such as name@example.com.'
  // The field is filled in with the customer's e-mail address, which stays when the method changes.
  if (draft.preferred_contact_method === 'WhatsApp' && contact.includes('@'))
    errors.contact_info = requiredTexts(draft).contact_info
  return errors
}

/** Returns the request body. The API has no field for a WhatsApp number, so it is a line of the customizations. */
export function toSpecialOrder(draft: SpecialOrderDraft): SpecialOrder {
  const isByEmail = draft.preferred_contact_method === 'Email'
  const contact = draft.contact_info.trim()
  return {
    customer_name: draft.customer_name.trim(),
    phone_number: draft.phone_number.trim(),
    preferred_contact_method: draft.preferred_contact_method,
    email: isByEmail ? contact : null,
    item_name: draft.item_name.trim(),
    order_details: draft.order_details.trim(),
    quantity: Number(draft.quantity),
    customizations: [draft.customizations.trim(), isByEmail ? '' : `WhatsApp: ${contact}`]
      .filter(Boolean)
      .join('\n'),
    status: 1,
  }
}
