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

type QueuedChange = {
  /** The product as it was when the change was made. */
  product: ShopProduct & { id: number }
  isRemoval: boolean
  owner: Owner
}

/** The wishlist changes that were made offline, oldest first. */
const queue = storageStore('wishesToSend', (stored): QueuedChange[] =>
  Array.isArray(stored) ? stored.flatMap(readQueuedChange) : [],
)

export const getQueuedChanges = queue.get

function readQueuedChange(value: unknown): QueuedChange[] {
  const { product, isRemoval, owner } = readObject<QueuedChange>(value)
  const read = readProduct(product)
  const id = readId(read?.id)
  if (!read || id === null) return []
  return [{ product: { ...read, id }, isRemoval: isRemoval === true, owner: readOwner(owner) }]
}

export function saveQueuedChanges(changes: QueuedChange[]): void {
  queue.set(changes.length === 0 ? null : changes)
}

/** Queues a change until the network returns. Replaces the customer's earlier change for the same product. */
export function queueChange(product: QueuedChange['product'], isRemoval: boolean): void {
  const otherChanges = getQueuedChanges().filter(
    (change) => change.product.id !== product.id || !ownedBy(change.owner),
  )
  saveQueuedChanges([...otherChanges, { product, isRemoval, owner: readOwner(getOwner()) }])
}

/** Drops the customer's queued changes. Those of another customer of this browser remain. */
export function clearQueuedChanges(): void {
  saveQueuedChanges(getQueuedChanges().filter(({ owner }) => !ownedBy(owner)))
}

/** Returns the customer's queued changes; none without a token. */
export function useQueuedChanges(token: string | null): QueuedChange[] {
  const changes = queue.use()
  useOwner()
  return token === null ? [] : changes.filter(({ owner }) => ownedBy(owner))
}

function withQueuedChanges(list: readonly ShopProduct[], changes: readonly QueuedChange[]): ShopProduct[] {
  const changed = new Set(changes.map(({ product }) => product.id))
  const added = changes.filter(({ isRemoval }) => !isRemoval).map(({ product }) => product)
  return [...list.filter(({ id }) => id === null || !changed.has(id)), ...added]
}

/** Returns the customer's wishlist, including queued changes. */
export function useWishlist(token: string | null, enabled = true) {
  const query = useQuery({ ...wishlistQuery(token), enabled: enabled && token !== null })
  const changes = useQueuedChanges(token)
  const data = query.data || changes.length > 0 ? withQueuedChanges(query.data ?? [], changes) : undefined
  return { ...query, data }
}
