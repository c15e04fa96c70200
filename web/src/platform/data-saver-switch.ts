import { isDataSaverOn } from './data-saver.ts'

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
