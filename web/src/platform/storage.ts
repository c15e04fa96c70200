/**
 * Browser storage that cannot break a page: with storage blocked or full, values are kept in memory until the tab
 * closes. `writeText` says whether the value was really stored.
 */

const memory = new Map<string, string>()

type Area = 'local' | 'session'

function areaOf(area: Area): Storage | null {
  try {
    return area === 'local' ? window.localStorage : window.sessionStorage
  } catch {
    return null
  }
}

export function readText(key: string, area: Area = 'local'): string | null {
  // What the browser refused to store is newer than what it has stored.
  const remembered = memory.get(`${area}:${key}`)
  if (remembered !== undefined) return remembered
  try {
    return areaOf(area)?.getItem(key) ?? null
  } catch {
    // Blocked storage: what this tab remembers is all there is.
    return null
  }
}

/** False when the browser refused (full, blocked): the value is then in this tab's memory only. */
export function writeText(key: string, value: string | null, area: Area = 'local'): boolean {
  memory.delete(`${area}:${key}`)
  try {
    const storage = areaOf(area)
    if (!storage) throw new Error('no storage')
    if (value === null) storage.removeItem(key)
    else storage.setItem(key, value)
    return true
  } catch {
    if (value !== null) memory.set(`${area}:${key}`, value)
    return false
  }
}

/** Undefined when nothing is kept or it cannot be read as JSON. */
export function readJson(key: string, area: Area = 'local'): unknown {
  return parseJson(readText(key, area))
}

export function parseJson(text: string | null): unknown {
  if (text === null) return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

export function writeJson(key: string, value: unknown, area: Area = 'local'): boolean {
  return writeText(key, value === null || value === undefined ? null : JSON.stringify(value), area)
}
