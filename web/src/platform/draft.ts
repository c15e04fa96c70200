import { useState } from 'react'
import { readObject } from '../api/read-values.ts'
import { getOwner, isOwn, useOwner } from '../api/session.ts'
import { readJson, writeJson } from './storage.ts'

/** Characters of one field that are read back from storage. */
const LONGEST = 10_000

/** Where each draft is stored: for the session, or on this device. */
const AREAS = {
  billingDraft: 'session',
  deliveryDraft: 'session',
  addressDraft: 'session',
  specialOrderDraft: 'session',
  quotation: 'local',
} as const

type DraftKey = keyof typeof AREAS

/**
 * A form's draft, stored so that a reload or a detour through the log-in page loses nothing. A draft belongs to the
 * customer who typed it: it survives an expired log-in, and no other customer sees it. A guest's draft goes with the
 * next log-in.
 * @param read makes a valid draft of stored fields, and an empty one of none
 * @param open may fill in more when the form opens
 */
export function useDraft<T extends object>(
  key: DraftKey,
  read: (kept: Record<string, unknown>) => T,
  open: (kept: T) => T = (kept) => kept,
): [T, (change: Partial<T>) => void, () => void] {
  const owner = useOwner()
  const [state, setState] = useState(start)
  // The account has loaded, or another customer has logged in.
  if (state.owner !== owner && !(state.isTyped && isOwn(state.owner))) setState(start())

  function start() {
    const kept = readObject(readJson(key, AREAS[key]))
    return { owner, isTyped: false, draft: open(read(isOwn(kept.owner) ? kept : {})) }
  }

  const change = (part: Partial<T>) =>
    setState((old) => {
      const next = { owner: getOwner(), isTyped: true, draft: { ...old.draft, ...part } }
      writeJson(key, { ...next.draft, owner: next.owner }, AREAS[key])
      return next
    })

  const clear = () => {
    clearDrafts(key)
    setState({ owner, isTyped: false, draft: read({}) })
  }

  return [state.draft, change, clear]
}

/** Removes drafts from storage: all of them unless some are named. */
export function clearDrafts(...keys: DraftKey[]): void {
  for (const key of keys.length > 0 ? keys : (Object.keys(AREAS) as DraftKey[]))
    writeJson(key, null, AREAS[key])
}

/** The texts of a stored draft, field by field; what is not a text, or too long a one, is as in `empty`. */
export function keptTexts<T extends Record<string, string>>(kept: Record<string, unknown>, empty: T): T {
  return Object.fromEntries(
    Object.entries(empty).map(([field, start]) => {
      const value = Object.hasOwn(kept, field) ? kept[field] : undefined
      return [field, typeof value === 'string' && value.length <= LONGEST ? value : start]
    }),
  ) as T
}
