import { readId, readObject } from '../../api/read-values.ts'
import { getToken, tokenCacheKey } from '../../api/session.ts'
import { readProduct, type ShopProduct } from '../../domain/product.ts'
import { storageStore } from '../../platform/storage-store.ts'

/** The storage key of the wishlist changes that were made offline, oldest first. */
const KEY = 'wishesToSend'

export type Wish = {
  /** The product as it was when the change was made. */
  product: ShopProduct & { id: number }
  isRemoval: boolean
  /** The cache key for the token at the time of the change. */
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

/** Queues a change until the network returns. Replaces an earlier change for the same product. */
export function queueWish(product: Wish['product'], isRemoval: boolean): void {
  const otherWishes = getWishes().filter((wish) => wish.product.id !== product.id)
  saveWishes([...otherWishes, { product, isRemoval, owner: tokenCacheKey(getToken()) }])
}

export function clearWishes(): void {
  saveWishes([])
}

/** Returns the queued changes that were made with this token. */
export function useWishes(token: string | null): Wish[] {
  const wishes = queue.use()
  const owner = tokenCacheKey(token)
  return token === null ? [] : wishes.filter((wish) => wish.owner === owner)
}

export function withWishes(list: readonly ShopProduct[], wishes: readonly Wish[]): ShopProduct[] {
  const changed = new Set(wishes.map(({ product }) => product.id))
  const added = wishes.filter(({ isRemoval }) => !isRemoval).map(({ product }) => product)
  return [...list.filter(({ id }) => id === null || !changed.has(id)), ...added]
}
