import { useState } from 'react'
import { readObject } from '../api/read-values.ts'
import { getOwner, ownedBy, useOwner } from '../api/session.ts'
import { useIsHydrated } from '../platform/hydration.ts'
import { readStoredJson, writeStoredJson } from '../platform/storage.ts'

/** Maximum length of a stored field in characters. */
const MAX_LENGTH = 10_000

/** Storage of each draft: sessionStorage or localStorage. */
const AREAS = {
  billingDraft: 'session',
  deliveryDraft: 'session',
  addressDraft: 'session',
  specialOrderDraft: 'session',
  lastDelivery: 'local',
  wishlistPrices: 'local',
} as const

type DraftKey = keyof typeof AREAS

/**
 * Stores a form's draft, so that it survives a reload and the login page. A draft belongs to the customer who typed it:
 * it is kept when the session expires, and hidden from other customers. A guest's draft belongs to the next customer who
 * logs in. Empty until the page is hydrated.
 * @param read returns a valid draft for stored fields, and an empty one without stored fields
 * @param open completes the draft when the form opens
 */
export function useDraft<T extends object>(
  key: DraftKey,
  read: (stored: Record<string, unknown>) => T,
  open: (stored: T) => T = (stored) => stored,
): [T, (change: Partial<T>) => void, () => void] {
  const owner = useOwner()
  const isHydrated = useIsHydrated()
  const [state, setState] = useState(start)
  // Starts over after hydration, when the account has loaded, or when a different customer has logged in.
  const isOutdated = state.isHydrated !== isHydrated || state.owner !== owner
  if (isOutdated && !(state.isTyped && ownedBy(state.owner))) setState(start())

  function start() {
    const stored = isHydrated ? readObject(readStoredJson(key, AREAS[key])) : {}
    return { owner, isHydrated, isTyped: false, draft: open(read(ownedBy(stored.owner) ? stored : {})) }
  }

  const change = (part: Partial<T>) =>
    setState((old) => {
      const next = { owner: getOwner(), isHydrated, isTyped: true, draft: { ...old.draft, ...part } }
      writeStoredJson(key, { ...next.draft, owner: next.owner }, AREAS[key])
      return next
    })

  const clear = () => {
    clearDrafts(key)
    setState({ owner, isHydrated, isTyped: false, draft: read({}) })
  }

  return [state.draft, change, clear]
}

/** Fills in fields of a stored draft that the customer has left empty. */
export function fillDraft(key: DraftKey, fields: Readonly<Record<string, string>>): void {
  const stored = readObject(readStoredJson(key, AREAS[key]))
  const own = ownedBy(stored.owner) ? stored : {}
  const empty = Object.entries(fields).filter(([field]) => !own[field])
  writeStoredJson(key, { ...own, ...Object.fromEntries(empty), owner: getOwner() }, AREAS[key])
}

/** Deletes the given drafts; by default, all of them. */
export function clearDrafts(...keys: DraftKey[]): void {
  for (const key of keys.length > 0 ? keys : (Object.keys(AREAS) as DraftKey[]))
    writeStoredJson(key, null, AREAS[key])
}

/** Reads a stored draft field by field. Replaces invalid or too long values with those of `empty`. */
export function savedTexts<T extends Record<string, string>>(stored: Record<string, unknown>, empty: T): T {
  return Object.fromEntries(
    Object.entries(empty).map(([field, start]) => {
      const value = Object.hasOwn(stored, field) ? stored[field] : undefined
      return [field, typeof value === 'string' && value.length <= MAX_LENGTH ? value : start]
    }),
  ) as T
}
