import { applyFonts, DATA_SAVER_CHOICE, isDataSaverOn } from '../../platform/data-saver.ts'
import { storageStore } from '../../platform/storage-store.ts'

const choice = storageStore(DATA_SAVER_CHOICE, (stored) => stored, 'text')

/** Returns whether the data saver is on, and rerenders when it changes. */
export function useDataSaver(): boolean {
  choice.use()
  return isDataSaverOn()
}

export function setDataSaver(isOn: boolean): void {
  choice.set(isOn ? 'on' : 'off')
  applyFonts()
}
