type Connection = { saveData?: boolean; effectiveType?: string; type?: string }

/** Whether the shopper asked for less data, or has a very slow connection. Not every browser says. */
export function savesData(): boolean {
  const { saveData, effectiveType = '' } = connection()
  return saveData === true || /2g$/.test(effectiveType)
}

/** A fast line that is not paid by the megabyte. Most browsers do not say: then it is taken for one that is. */
export function isUnmetered(): boolean {
  const { type = '', effectiveType } = connection()
  return !savesData() && ['wifi', 'ethernet'].includes(type) && effectiveType === '4g'
}

function connection(): Connection {
  if (typeof navigator === 'undefined') return {}
  return (navigator as Navigator & { connection?: Connection }).connection ?? {}
}
