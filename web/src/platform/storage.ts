/**
 * localStorage that never throws. If it is blocked or full, values stay in memory until the tab closes. `writeStored` returns
 * whether the value was stored.
 */

const memory = new Map<string, string>()

type Area = 'local' | 'session'

/** On a server, nothing is stored, because all requests would share it. */
const isServer = typeof window === 'undefined'

function areaOf(area: Area): Storage | null {
  if (isServer) return null
  try {
    return area === 'local' ? window.localStorage : window.sessionStorage
  } catch {
    return null
  }
}

export function readStored(key: string, area: Area = 'local'): string | null {
  // A value in memory could not be stored, so it is newer than the stored one.
  const remembered = memory.get(`${area}:${key}`)
  if (remembered !== undefined) return remembered
  try {
    return areaOf(area)?.getItem(key) ?? null
  } catch {
    // Storage is blocked; use the value in memory.
    return null
  }
}

/** @returns false if storage is full or blocked; the value is then only in this tab's memory */
export function writeStored(key: string, value: string | null, area: Area = 'local'): boolean {
  if (isServer) return false
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

/** @returns undefined if there is no value or it is not JSON */
export function readStoredJson(key: string, area: Area = 'local'): unknown {
  return parseStored(readStored(key, area))
}

export function parseStored(text: string | null): unknown {
  if (text === null) return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

export function writeStoredJson(key: string, value: unknown, area: Area = 'local'): boolean {
  return writeStored(key, value === null || value === undefined ? null : JSON.stringify(value), area)
}
