import { limits } from '../../config/limits.ts'
import { readText, writeText } from '../../lib/storage.ts'
import { isEmail } from './email.ts'

/** What one step of a password reset leaves for the next. The typed code is the reset token. */
export const reset = {
  getEmail: () => readText('resetEmail') ?? '',
  keepEmail: (email: string) => void writeText('resetEmail', email),
  getToken: () => readText('resetToken') ?? '',
  keepToken: (token: string) => void writeText('resetToken', token),
  clear: () => {
    writeText('resetEmail', null)
    writeText('resetToken', null)
  },
}

/** The first thing wrong with a new password: what stands on the page, and what the toast says. */
export function resetFault(
  email: string,
  password: string,
  confirmation: string,
): { text: string; toast: string } | null {
  if (!isEmail(email)) {
    return {
      text: 'Invalid email address. Please start the reset process again.',
      toast: 'Invalid email address',
    }
  }
  if (password !== confirmation) return { text: 'Passwords do not match.', toast: 'Passwords do not match' }
  if (password.length < limits.resetPassword) {
    return { text: 'Password must be at least 8 characters long.', toast: 'Password too short' }
  }
  return null
}
