import { readText } from './storage.ts'

/** The key of what the shopper chose by the shop's own switch: 'on' or 'off'. */
export const DATA_SAVER_CHOICE = 'dataSaver'

type Connection = { saveData?: boolean; effectiveType?: string; type?: string }

// Read where it is needed, since the early front has no settings.
/** What the browser says of its line; not every one does. */
export const connection = () => (navigator as Navigator & { connection?: Connection }).connection

/** The shopper's own choice, null without one. */
function choice(): boolean | null {
  const text = readText(DATA_SAVER_CHOICE)
  return text === null ? null : text === 'on'
}

/** Whether the shopper asked for less data, or has a very slow connection. */
export function savesData(): boolean {
  if (typeof navigator === 'undefined') return false
  return choice() ?? (connection()?.saveData === true || /2g$/.test(connection()?.effectiveType ?? ''))
}

/** Whether the data saver is on, by its switch or by the browser's own: then no covers, fonts and chat either. */
export function isDataSaverOn(): boolean {
  if (typeof navigator === 'undefined') return false
  return choice() ?? connection()?.saveData === true
}

/** With the data saver on every text has a face of the device, so that no font is fetched. */
export function applyFonts(): void {
  // An older browser fetches its fonts.
  if (!('adoptedStyleSheets' in document)) return
  const isOn = isDataSaverOn()
  if (!isOn && document.adoptedStyleSheets.length === 0) return
  const sheet = new CSSStyleSheet()
  if (isOn) sheet.replaceSync('*,::before,::after{font-family:system-ui,sans-serif!important}')
  document.adoptedStyleSheets = [sheet]
}
