import type { StoredKey } from '../config/stored-values.ts'

// Browser storage that never throws. If it is blocked or full, values stay in memory until the tab closes.
// `writeStored` returns whether the value was stored.

const memory = new Map<string, string>()

/** `history` is the current history entry, which survives a reload even if site data is blocked. */
export type StorageArea = 'local' | 'session' | 'history'

/** On a server, nothing is stored, because all requests would share it. */
const isServer = typeof window === 'undefined'

type TextStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

function areaOf(area: StorageArea): TextStorage | null {
  if (isServer) return null
  if (area === 'history') return historyStorage
  try {
    return area === 'local' ? window.localStorage : window.sessionStorage
  } catch {
    return null
  }
}

/** Prefix of the keys in a history entry. Avoids collisions with the router's keys. */
const ENTRY_PREFIX = 'history:'

const historyEntry = (): Record<string, unknown> => window.history.state ?? {}

const historyStorage: TextStorage = {
  getItem(key) {
    const value = historyEntry()[ENTRY_PREFIX + key]
    return typeof value === 'string' ? value : null
  },
  setItem(key, value) {
    window.history.replaceState({ ...historyEntry(), [ENTRY_PREFIX + key]: value }, '')
    // A refused state is kept in memory instead (platform/history.ts), where a reload would lose it.
    if (Object.hasOwn(window.history, 'state')) throw new Error('The browser refused the entry.')
    // A navigation replaces the entry, so `carryHistoryValues` writes the value to the next one.
    memory.set(ENTRY_PREFIX + key, value)
  },
  removeItem(key) {
    // Trap: other entries still have the value. Back would restore it, so they are overwritten when they are opened.
    if (historyEntry()[ENTRY_PREFIX + key] !== undefined) historyStorage.setItem(key, 'null')
  },
}

/** Writes the values of the area `history` to the current entry. Called on each page, before it can redirect. */
export function carryHistoryValues(): void {
  // After a reload, only the entry has the values.
  for (const [name, value] of Object.entries(historyEntry()))
    if (name.startsWith(ENTRY_PREFIX) && typeof value === 'string' && !memory.has(name))
      memory.set(name, value)
  for (const [name, value] of memory) {
    if (!name.startsWith(ENTRY_PREFIX)) continue
    try {
      historyStorage.setItem(name.slice(ENTRY_PREFIX.length), value)
    } catch {
      // The browser limits the number of changes. The value stays in memory.
    }
  }
}

export function readStored(key: StoredKey, area: StorageArea = 'local'): string | null {
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

/** @returns false if the area is full or blocked; the value is then only in this tab's memory */
export function writeStored(key: StoredKey, value: string | null, area: StorageArea = 'local'): boolean {
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
export function readStoredJson(key: StoredKey, area: StorageArea = 'local'): unknown {
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

export function writeStoredJson(key: StoredKey, value: unknown, area: StorageArea = 'local'): boolean {
  return writeStored(key, value === null || value === undefined ? null : JSON.stringify(value), area)
}
