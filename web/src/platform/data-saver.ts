import { readStored } from './storage.ts'

/** The localStorage key of the shop's switch: 'on' or 'off'. */
export const DATA_SAVER_CHOICE = 'dataSaver'

type Connection = { saveData?: boolean; effectiveType?: string; type?: string }

/** Returns the browser's connection information, if available. */
export const connection = () => (navigator as Navigator & { connection?: Connection }).connection

/** Returns the shopper's choice; null if there is none. */
function choice(): boolean | null {
  const text = readStored(DATA_SAVER_CHOICE)
  return text === null ? null : text === 'on'
}

/** Whether the browser's data saver is on, or the connection is very slow. */
export function savesData(): boolean {
  if (typeof navigator === 'undefined') return false
  return choice() ?? (connection()?.saveData === true || /2g$/.test(connection()?.effectiveType ?? ''))
}

/** Whether the data saver is on, by the shop's switch or the browser's. If so, covers, fonts and chat are not loaded. */
export function isDataSaverOn(): boolean {
  if (typeof navigator === 'undefined') return false
  return choice() ?? connection()?.saveData === true
}

/** Whether the connection is fast and unmetered; false if the browser does not report it, as most don't. */
export function isUnmetered(): boolean {
  if (typeof navigator === 'undefined') return false
  const { type = '', effectiveType } = connection() ?? {}
  return !savesData() && ['wifi', 'ethernet'].includes(type) && effectiveType === '4g'
}
