type Connection = { saveData?: boolean; effectiveType?: string }

/** Whether the shopper asked for less data, or has a line that leaves no choice. Not every browser tells. */
export function savesData(): boolean {
  if (typeof navigator === 'undefined') return false
  const { connection } = navigator as Navigator & { connection?: Connection }
  return connection?.saveData === true || /2g$/.test(connection?.effectiveType ?? '')
}
