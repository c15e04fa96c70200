import { connection, savesData } from './data-saver.ts'

/** A fast line that is not paid by the megabyte. Most browsers do not say: then it is taken for one that is. */
export function isUnmetered(): boolean {
  if (typeof navigator === 'undefined') return false
  const { type = '', effectiveType } = connection() ?? {}
  return !savesData() && ['wifi', 'ethernet'].includes(type) && effectiveType === '4g'
}
