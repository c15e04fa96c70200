import { useSyncExternalStore } from 'react'
import { readProduct, type ShopProduct } from '../../domain/product.ts'
import { readId, readObject } from '../../lib/read-values.ts'
import { getToken, tokenCacheKey } from '../../lib/session.ts'
import { readText, writeText } from '../../lib/storage.ts'

/** Changes of the wishlist that were made without a network and wait for it, oldest first. */
const KEY = 'wishesToSend'
const CHANGED = 'wishesUpdated'

export type Wish = {
  /** The product as it was seen; with `isRemoval` it is taken from the list. */
  product: ShopProduct & { id: number }
  isRemoval: boolean
  /** Whose log-in made it. */
  owner: string
}

let lastText: string | null = null
let lastWishes: Wish[] = []

export function getWishes(): Wish[] {
  const text = readText(KEY)
  if (text === lastText) return lastWishes
  lastText = text
  try {
    const kept: unknown = JSON.parse(text ?? '[]')
    lastWishes = Array.isArray(kept) ? kept.flatMap(readWish) : []
  } catch {
    lastWishes = []
  }
  return lastWishes
}

function readWish(value: unknown): Wish[] {
  const { product, isRemoval, owner } = readObject<Wish>(value)
  const read = readProduct(product)
  const id = readId(read?.id)
  if (!read || id === null || typeof owner !== 'string') return []
  return [{ product: { ...read, id }, isRemoval: isRemoval === true, owner }]
}

export function saveWishes(wishes: Wish[]): void {
  writeText(KEY, wishes.length === 0 ? null : JSON.stringify(wishes))
  window.dispatchEvent(new Event(CHANGED))
}

/** Keeps a change until the network returns. A later change of the same product takes the place of an earlier one. */
export function queueWish(product: Wish['product'], isRemoval: boolean): void {
  const others = getWishes().filter((wish) => wish.product.id !== product.id)
  saveWishes([...others, { product, isRemoval, owner: tokenCacheKey(getToken()) }])
}

/** Forgets them all, with the log-in that they belong to. */
export function clearWishes(): void {
  saveWishes([])
}

function subscribe(listener: () => void): () => void {
  window.addEventListener(CHANGED, listener)
  window.addEventListener('storage', listener)
  return () => {
    window.removeEventListener(CHANGED, listener)
    window.removeEventListener('storage', listener)
  }
}

/** The changes of this log-in that wait. */
export function useWishes(token: string | null): Wish[] {
  const wishes = useSyncExternalStore(subscribe, getWishes, () => lastWishes)
  const owner = tokenCacheKey(token)
  return token === null ? [] : wishes.filter((wish) => wish.owner === owner)
}

/** The host's list as it will be when they are sent. */
export function withWishes(list: readonly ShopProduct[], wishes: readonly Wish[]): ShopProduct[] {
  const changed = new Set(wishes.map(({ product }) => product.id))
  const added = wishes.filter(({ isRemoval }) => !isRemoval).map(({ product }) => product)
  return [...list.filter(({ id }) => id === null || !changed.has(id)), ...added]
}
