import { readId, readObject } from '../../api/read-values.ts'
import { getToken, tokenCacheKey } from '../../api/session.ts'
import { readProduct, type ShopProduct } from '../../domain/product.ts'
import { storageStore } from '../../platform/storage-store.ts'

/** Changes of the wishlist that were made without a network and wait for it, oldest first. */
const KEY = 'wishesToSend'

export type Wish = {
  /** The product as it was seen; with `isRemoval` it is taken from the list. */
  product: ShopProduct & { id: number }
  isRemoval: boolean
  /** Whose log-in made it. */
  owner: string
}

const queue = storageStore(KEY, (stored): Wish[] => (Array.isArray(stored) ? stored.flatMap(readWish) : []))

export const getWishes = queue.get

function readWish(value: unknown): Wish[] {
  const { product, isRemoval, owner } = readObject<Wish>(value)
  const read = readProduct(product)
  const id = readId(read?.id)
  if (!read || id === null || typeof owner !== 'string') return []
  return [{ product: { ...read, id }, isRemoval: isRemoval === true, owner }]
}

export function saveWishes(wishes: Wish[]): void {
  queue.set(wishes.length === 0 ? null : wishes)
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

/** The changes of this log-in that wait. */
export function useWishes(token: string | null): Wish[] {
  const wishes = queue.use()
  const owner = tokenCacheKey(token)
  return token === null ? [] : wishes.filter((wish) => wish.owner === owner)
}

/** The host's list as it will be when they are sent. */
export function withWishes(list: readonly ShopProduct[], wishes: readonly Wish[]): ShopProduct[] {
  const changed = new Set(wishes.map(({ product }) => product.id))
  const added = wishes.filter(({ isRemoval }) => !isRemoval).map(({ product }) => product)
  return [...list.filter(({ id }) => id === null || !changed.has(id)), ...added]
}
