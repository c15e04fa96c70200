import { queryOptions, useQuery } from '@tanstack/react-query'
import { call } from '../../api/api.ts'
import { readId, readObject } from '../../api/read-values.ts'
import { getOwner, type Owner, ownedBy, readOwner, tokenCacheKey, useOwner } from '../../api/session.ts'
import { furtherPages, pageQuery, readListing } from '../../domain/listing.ts'
import { readProduct, readProducts, type ShopProduct } from '../../domain/product.ts'
import { storageStore } from '../../platform/storage-store.ts'

/** Shown instead of an empty list if the request failed. */
export const LIST_FAILURE = "We couldn't load your wishlist."

/** The prefix of the query and mutation keys of wishlists. */
export const WISHLIST_KEY = ['wishlist'] as const

/** The maximum number of additional pages, in case the host reports a wrong total. */
const MAX_PAGES = 50

type ListRequest = { query?: { user: string }; signal: AbortSignal; withToken?: boolean }

/** Fetches all pages of a wishlist. Returns its products without duplicates. */
async function readWhole(request: ListRequest): Promise<ShopProduct[]> {
  const listing = readListing(await call('GET /customer/wish-list/', request))
  const pages = furtherPages(listing, 0, listing.total).slice(0, MAX_PAGES)
  const rest = await Promise.all(
    pages.map((page) => {
      const query = { ...request.query, ...pageQuery(listing, page) }
      return call('GET /customer/wish-list/', { ...request, query })
    }),
  )
  const known = new Set<number>()
  return [...listing.products, ...rest.flatMap(readProducts)].filter(({ id }) => {
    if (id === null) return true
    const isNew = !known.has(id)
    known.add(id)
    return isNew
  })
}

/** The customer's wishlist. Disabled without a token. */
function wishlistQuery(token: string | null) {
  return queryOptions({
    queryKey: [...WISHLIST_KEY, tokenCacheKey(token)],
    queryFn: ({ signal }) => readWhole({ signal }),
    enabled: token !== null,
  })
}

/** A customer's shared wishlist, which is available to everyone with the link. */
export function sharedWishlistQuery(user: string | null) {
  return queryOptions({
    queryKey: [...WISHLIST_KEY, 'shared', user],
    queryFn: ({ signal }) => readWhole({ query: { user: user ?? '' }, signal, withToken: false }),
    enabled: user !== null,
  })
}

type Wish = {
  /** The product as it was when the change was made. */
  product: ShopProduct & { id: number }
  isRemoval: boolean
  owner: Owner
}

/** The wishlist changes that were made offline, oldest first. */
const queue = storageStore('wishesToSend', (stored): Wish[] =>
  Array.isArray(stored) ? stored.flatMap(readWish) : [],
)

export const getWishes = queue.get

function readWish(value: unknown): Wish[] {
  const { product, isRemoval, owner } = readObject<Wish>(value)
  const read = readProduct(product)
  const id = readId(read?.id)
  if (!read || id === null) return []
  return [{ product: { ...read, id }, isRemoval: isRemoval === true, owner: readOwner(owner) }]
}

export function saveWishes(wishes: Wish[]): void {
  queue.set(wishes.length === 0 ? null : wishes)
}

/** Queues a change until the network returns. Replaces the customer's earlier change for the same product. */
export function queueWish(product: Wish['product'], isRemoval: boolean): void {
  const otherWishes = getWishes().filter((wish) => wish.product.id !== product.id || !ownedBy(wish.owner))
  saveWishes([...otherWishes, { product, isRemoval, owner: readOwner(getOwner()) }])
}

/** Drops the customer's queued changes. Those of another customer of this browser remain. */
export function clearWishes(): void {
  saveWishes(getWishes().filter(({ owner }) => !ownedBy(owner)))
}

/** Returns the customer's queued changes; none without a token. */
export function useWishes(token: string | null): Wish[] {
  const wishes = queue.use()
  useOwner()
  return token === null ? [] : wishes.filter(({ owner }) => ownedBy(owner))
}

function withWishes(list: readonly ShopProduct[], wishes: readonly Wish[]): ShopProduct[] {
  const changed = new Set(wishes.map(({ product }) => product.id))
  const added = wishes.filter(({ isRemoval }) => !isRemoval).map(({ product }) => product)
  return [...list.filter(({ id }) => id === null || !changed.has(id)), ...added]
}

/** Returns the customer's wishlist, including queued changes. */
export function useWishlist(token: string | null, enabled = true) {
  const query = useQuery({ ...wishlistQuery(token), enabled: enabled && token !== null })
  const wishes = useWishes(token)
  const data = query.data || wishes.length > 0 ? withWishes(query.data ?? [], wishes) : undefined
  return { ...query, data }
}
