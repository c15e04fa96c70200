import { validPhone } from '../../domain/contact.ts'
import { type AddressDraft, draftPoint } from './address-draft.ts'

const PHONE_ERROR = 'Please enter a valid phone number (e.g., 10 digits or with country code).'

/** The hint for phone number fields. Both numbers must be valid. */
export const PHONE_EXAMPLE = 'For example, 0772123456 or +256 772123456.'

/** Returns an error message for each field of a new address that is empty or invalid. */
export function addressErrors(draft: AddressDraft): Partial<Record<keyof AddressDraft, string>> {
  const errors: Partial<Record<keyof AddressDraft, string>> = {}
  for (const field of ['address', 'contact_person_name', 'contact_person_number'] as const)
    if (draft[field].trim() === '') errors[field] = REQUIRED
  if (!errors.contact_person_number && validPhone(draft.contact_person_number) === null)
    errors.contact_person_number = PHONE_ERROR
  for (const field of ['longitude', 'latitude'] as const)
    if (draftPoint(draft) === null) errors[field] = draft[field].trim() === '' ? REQUIRED : DEGREES
  return errors
}

/** Returns the specified message for the first error of a new address; null if the address is valid. */
export function addressProblem(draft: AddressDraft): string | null {
  const messages = Object.values(addressErrors(draft))
  if (messages.length === 0) return null
  return messages.every((message) => message === PHONE_ERROR)
    ? PHONE_ERROR
    : 'Please fill all required fields.'
}

const REQUIRED = 'Required.'
const DEGREES = 'Enter degrees, such as 0.347600.'
