import { limits } from '../../config/limits.ts'
import { isEmail } from '../../domain/contact.ts'

export type Registration = { f_name: string; l_name: string; email: string; phone: string; password: string }

export type RegistrationErrors = Partial<Record<keyof Registration, string>>

/** Returns an error message for each invalid field. The phone number is not validated. */
export function registrationErrors(draft: Registration): RegistrationErrors {
  return {
    ...(draft.f_name.trim() === '' ? { f_name: 'First name is required' } : {}),
    ...(draft.l_name.trim() === '' ? { l_name: 'Last name is required' } : {}),
    ...(isEmail(draft.email.trim()) ? {} : { email: 'Invalid email address' }),
    ...(draft.password.length < limits.registrationPassword ? { password: 'Password is too weak' } : {}),
  }
}
