import { readText, writeText } from './storage.ts'

/** What the shopper chose by the shop's own switch: 'on' or 'off'. */
const CHOICE = 'dataSaver'

type Connection = { saveData?: boolean; effectiveType?: string; type?: string }

// Read where it is needed, since the early front has no settings. Not every browser says.
const connection = () => (navigator as Navigator & { connection?: Connection }).connection

/** The shopper's own choice, null without one. Named literally: a build without the switch knows none. */
function choice(): boolean | null {
  if (import.meta.env.VITE_DATA_SAVER === 'off') return null
  const text = readText(CHOICE)
  return text === null ? null : text === 'on'
}

/** Whether the shopper asked for less data, or has a very slow connection. */
export function savesData(): boolean {
  if (typeof navigator === 'undefined') return false
  return choice() ?? (connection()?.saveData === true || /2g$/.test(connection()?.effectiveType ?? ''))
}

/** Whether the data saver is on, by its switch or by the browser's own: then no covers, fonts and chat either. */
export function isDataSaverOn(): boolean {
  if (import.meta.env.VITE_DATA_SAVER === 'off' || typeof navigator === 'undefined') return false
  return choice() ?? connection()?.saveData === true
}

const listeners = new Set<() => void>()

/** Calls back when the switch is pressed. @returns stops calling */
export function onDataSaver(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Presses the switch. */
export function setDataSaver(isOn: boolean): void {
  writeText(CHOICE, isOn ? 'on' : 'off')
  applyFonts()
  for (const listener of listeners) listener()
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

/** A fast line that is not paid by the megabyte. Most browsers do not say: then it is taken for one that is. */
export function isUnmetered(): boolean {
  if (typeof navigator === 'undefined') return false
  const { type = '', effectiveType } = connection() ?? {}
  return !savesData() && ['wifi', 'ethernet'].includes(type) && effectiveType === '4g'
}
