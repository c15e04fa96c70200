import { useSyncExternalStore } from 'react'
import { forgetPrivateAnswers } from './kept-answers.ts'
import { readText, writeText } from './storage.ts'

/** The customer's bearer token. It is sent to the API host and nowhere else. */
const KEY = 'authToken'
const CHANGED = 'sessionUpdated'

export function getToken(): string | null {
  const token = readText(KEY)
  // What no header can carry would fail every call.
  return token !== null && /^[\x21-\x7e]{1,8192}$/.test(token) ? token : null
}

export function setToken(token: string): void {
  writeText(KEY, token)
  window.dispatchEvent(new Event(CHANGED))
}

export function clearToken(): void {
  writeText(KEY, null)
  forgetPrivateAnswers()
  window.dispatchEvent(new Event(CHANGED))
}

function subscribe(listener: () => void): () => void {
  const onStorage = (event: StorageEvent) => {
    if (event.key === KEY || event.key === null) listener()
  }
  window.addEventListener(CHANGED, listener)
  window.addEventListener('storage', onStorage)
  return () => {
    window.removeEventListener(CHANGED, listener)
    window.removeEventListener('storage', onStorage)
  }
}

/** The token, or null; the component follows log-in and log-out, in other tabs too. */
export function useToken(): string | null {
  return useSyncExternalStore(subscribe, getToken, () => null)
}

/** A short name for a log-in that is fit for cache keys: the token itself stays out of them. FNV-1a. */
export function tokenCacheKey(token: string | null): string {
  let hash = 0x811c9dc5
  for (const letter of token ?? '') hash = Math.imul(hash ^ letter.charCodeAt(0), 0x01000193) >>> 0
  return hash.toString(36)
}
