import { useSyncExternalStore } from 'react'
import { isDataSaverOn, onDataSaver } from '../../platform/data-saver.ts'

/** Whether the data saver is on, as of now. A page that is rendered ahead of a visit has it off. */
export function useDataSaver(): boolean {
  return useSyncExternalStore(onDataSaver, isDataSaverOn, () => false)
}
