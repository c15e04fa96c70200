import { limits } from '../../config/limits.ts'
import { readText, writeText } from '../../platform/storage.ts'
import { isEmail } from './registration.ts'

const UNTIL = 'resetUntil'

/**
 * What one step of a password reset leaves for the next: the e-mail address, and the typed code, which is the reset
 * token. Both are kept in this tab, for `limits.resetLifetime` from the last step.
 */
export const reset = {
  getEmail: () => read('resetEmail'),
  keepEmail: (email: string) => keep('resetEmail', email),
  getToken: () => read('resetToken'),
  keepToken: (token: string) => keep('resetToken', token),
  /** After a finished reset, a log-out, and where a reset begins. */
  clear() {
    for (const key of ['resetEmail', 'resetToken', UNTIL]) {
      writeText(key, null, 'session')
      // An earlier version kept them for every tab, and for ever.
      writeText(key, null)
    }
  },
}

function keep(key: string, value: string): void {
  writeText(key, value, 'session')
  writeText(UNTIL, String(Date.now() + limits.resetLifetime), 'session')
}

function read(key: 'resetEmail' | 'resetToken'): string {
  const value = readText(key, 'session') ?? readText(key)
  if (value === null) return ''
  const until = readText(UNTIL, 'session')
  // Left by an earlier version: it moves into this tab, and its time begins.
  if (until === null || readText(key, 'session') === null) {
    writeText(key, null)
    keep(key, value)
    return value
  }
  const left = Number(until) - Date.now()
  if (left > 0 && left <= limits.resetLifetime) return value
  reset.clear()
  return ''
}

/** The first thing wrong with a new password: the text on the page and the text of the toast. */
export function resetError(
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
