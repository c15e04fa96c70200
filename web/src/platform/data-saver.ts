import { useIsHydrated } from './hydration.ts'
import { createStorageStore } from './storage-store.ts'

type Connection = { saveData?: boolean; effectiveType?: string; type?: string }

/** Returns the browser's connection information; empty if it has none, and on a server. */
const connection = () => (navigator as Navigator & { connection?: Connection }).connection ?? {}

/** The shop's switch: 'on' or 'off'. */
const choice = createStorageStore('dataSaver', (stored) => stored, 'text')

function chosen(): boolean | undefined {
  const text = choice.get()
  return text === undefined ? undefined : text === 'on'
}

/** Whether to save data: by the shop's switch, or else by the browser's data saver or a 2G connection. */
export function shouldLimitData(): boolean {
  return chosen() ?? (connection().saveData === true || /2g$/.test(connection().effectiveType ?? ''))
}

/**
 * Whether the data saver is on, by the shop's switch or the browser's. If so, covers, fonts and chat are not loaded.
 */
export function isDataSaverOn(): boolean {
  return chosen() ?? connection().saveData === true
}

/** Whether the connection is fast and unmetered; false if the browser does not report it, as most don't. */
export function isUnmetered(): boolean {
  const { type = '', effectiveType } = connection()
  return !shouldLimitData() && ['wifi', 'ethernet'].includes(type) && effectiveType === '4g'
}

export function useIsDataSaverOn(): boolean {
  choice.use()
  return useIsHydrated() && isDataSaverOn()
}

export function setDataSaver(isOn: boolean): void {
  choice.set(isOn ? 'on' : 'off')
  // Also set by the inline script (src/entry-inline.ts), because the styles apply before the page is hydrated.
  document.documentElement.classList.toggle('saves-data', isOn)
}
