import { useState } from 'react'
import { createOwnedStore } from '../api/owned-store.ts'
import { belongsToCustomer, getOwner, type Owner, useOwner } from '../api/session.ts'
import type { StoredKey } from '../config/stored-values.ts'

/** Maximum length of a stored field in characters. */
const MAX_LENGTH = 10_000

const draftStore = (key: StoredKey) => createOwnedStore(key, (fields) => fields, 'session')

const drafts = {
  billingDraft: draftStore('billingDraft'),
  deliveryDraft: draftStore('deliveryDraft'),
  addressDraft: draftStore('addressDraft'),
  specialOrderDraft: draftStore('specialOrderDraft'),
}

type DraftKey = keyof typeof drafts

/**
 * Stores a form's draft, so that it survives a reload and the log-in page. Empty until the page is hydrated.
 * @param read returns a valid draft for stored fields, and an empty one without stored fields
 * @returns the draft, a function that changes it, and one that deletes it, except what was typed since the given
 * version was sent, and then the fields that were not sent
 */
export function useDraft<T extends object>(
  key: DraftKey,
  read: (stored: Record<string, unknown>) => T,
): [draft: T, change: (change: Partial<T>) => void, clear: (sent?: Partial<T>) => void] {
  const store = drafts[key]
  return [
    read(store.use()),
    (change) => store.set({ ...read(store.get()), ...change }),
    (sent) => {
      const kept = Object.entries(read(store.get())).filter(
        ([field, value]) => value !== sent?.[field as keyof T],
      )
      const isTyped = sent && kept.some(([field]) => field in sent)
      store.set(isTyped ? Object.fromEntries(kept) : null)
    },
  ]
}

/**
 * Like `useState`, for what a customer types or sends: another customer who logs in, also in another tab, sees
 * `initial`. A guest's value belongs to the next customer who logs in.
 * @returns the value, and a function that sets the value of a customer: by default, of the one who is logged in
 */
export function useOwnedState<T>(initial: T) {
  useOwner()
  const [{ value, owner }, setState] = useState({ value: initial, owner: null as Owner | null })
  return [
    belongsToCustomer(owner) ? value : initial,
    (next: T, nextOwner = getOwner()) => setState({ value: next, owner: nextOwner }),
  ] as const
}

/** Fills in fields of a stored draft that the customer has left empty. */
export function fillDraft(key: DraftKey, fields: Readonly<Record<string, string>>): void {
  const stored = drafts[key].get()
  const empty = Object.entries(fields).filter(([field]) => !stored[field])
  drafts[key].set({ ...stored, ...Object.fromEntries(empty) })
}

/** Deletes the given drafts; by default, all of them. */
export function clearDrafts(...keys: DraftKey[]): void {
  for (const key of keys.length > 0 ? keys : (Object.keys(drafts) as DraftKey[])) drafts[key].set(null)
}

/** Reads a stored draft field by field. Shortens long values, and replaces invalid ones with those of `empty`. */
export function readTextFields<T extends Record<string, string>>(
  stored: Record<string, unknown>,
  empty: T,
): T {
  return Object.fromEntries(
    Object.entries(empty).map(([field, start]) => {
      const value = Object.hasOwn(stored, field) ? stored[field] : undefined
      return [field, typeof value === 'string' ? value.slice(0, MAX_LENGTH) : start]
    }),
  ) as T
}
