import { useEffect } from 'react'
import { createOwnedStore } from '../../api/owned-store.ts'
import { readObject } from '../../api/read-values.ts'
import { useSession } from '../../api/session.ts'
import { isInStock, type ShopProduct } from '../../domain/product.ts'

/** The price in shillings and the availability of products at the last visit, by product id. */
type WishStates = Record<string, { price: number | null; isInStock: boolean }>

export const wishStates = createOwnedStore('wishlistVisit', ({ states }) => ({
  states: readObject(states) as WishStates,
}))

/**
 * Product states at the last visit. Read once per page load and log-in, so that marks don't disappear during a visit.
 */
let lastVisit: { session: string | null; states: WishStates } | undefined

/** Returns a function that returns a product's mark, which is `Price dropped`, `Back in stock` or null. */
export function useWishMarks(products: readonly ShopProduct[]): (product: ShopProduct) => string | null {
  const session = useSession()
  if (lastVisit?.session !== session) lastVisit = { session, states: wishStates.get().states }
  const previous = lastVisit.states
  const current = JSON.stringify(products.map((product) => [product.id, stateOf(product)]))
  useEffect(() => {
    if (current !== '[]') wishStates.set({ states: Object.fromEntries(JSON.parse(current)) })
  }, [current])
  return (product) => {
    const { price = null, isInStock: wasInStock = true } = readObject<WishStates[string]>(
      previous[`${product.id}`],
    )
    if (!wasInStock && isInStock(product)) return 'Back in stock'
    return typeof price === 'number' && product.price !== null && product.price < price
      ? 'Price dropped'
      : null
  }
}

const stateOf = (product: ShopProduct) => ({ price: product.price, isInStock: isInStock(product) })
