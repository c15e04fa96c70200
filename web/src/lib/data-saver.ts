type Connection = { saveData?: boolean; effectiveType?: string }

/** Whether the shopper asked for less data, or has a very slow connection. Not every browser says. */
export function savesData(): boolean {
  if (typeof navigator === 'undefined') return false
  const { connection } = navigator as Navigator & { connection?: Connection }
  return connection?.saveData === true || /2g$/.test(connection?.effectiveType ?? '')
}
