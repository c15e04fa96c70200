import { DATA_SAVER_CHOICE, isDataSaverOn } from '../../platform/data-saver.ts'
import { useIsHydrated } from '../../platform/hydration.ts'
import { storageStore } from '../../platform/storage-store.ts'

const choice = storageStore(DATA_SAVER_CHOICE, (stored) => stored, 'text')

/** Returns whether the data saver is on, and rerenders when it changes. */
export function useDataSaver(): boolean {
  choice.use()
  return useIsHydrated() && isDataSaverOn()
}

export function setDataSaver(isOn: boolean): void {
  choice.set(isOn ? 'on' : 'off')
  // Also set by the inline script (src/early-input.ts), because the styles apply before the page is hydrated.
  document.documentElement.classList.toggle('saves-data', isOn)
}
