import { connection, savesData } from './data-saver.ts'

/**
 * Whether the connection is fast and unmetered. Most browsers do not report this, so the connection then counts as
 * metered.
 */
export function isUnmetered(): boolean {
  if (typeof navigator === 'undefined') return false
  const { type = '', effectiveType } = connection() ?? {}
  return !savesData() && ['wifi', 'ethernet'].includes(type) && effectiveType === '4g'
}
