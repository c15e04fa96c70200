import { limits } from '../../config/limits.ts'

export type Registration = { f_name: string; l_name: string; email: string; phone: string; password: string }

export type RegistrationErrors = Partial<Record<keyof Registration, string>>

/** Validates a registration. Returns an error message per field; the phone is not validated. */
export function registrationErrors(given: Registration): RegistrationErrors {
  return {
    ...(given.f_name.trim() === '' ? { f_name: 'First name is required' } : {}),
    ...(given.l_name.trim() === '' ? { l_name: 'Last name is required' } : {}),
    ...(isEmail(given.email.trim()) ? {} : { email: 'Invalid email address' }),
    ...(given.password.length < limits.registrationPassword ? { password: 'Password is too weak' } : {}),
  }
}

/** Whether a text looks like an e-mail address, such as `a@b.c`. */
export function isEmail(text: string): boolean {
  return /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text)
}
