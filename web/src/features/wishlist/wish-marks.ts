import { useEffect } from 'react'
import { readObject } from '../../api/read-values.ts'
import type { ShopProduct } from '../../domain/product.ts'
import { useDraft } from '../../platform/draft.ts'

/** The price in shillings and the availability of products at the last visit, by product id. */
type WishStates = Record<string, { price: number | null; isInStock: boolean }>

/** The state at the last visit. Read only once, so that marks don't disappear during a visit. */
let lastVisit: WishStates | undefined

/** Returns a function that returns a product's mark, which is `Price dropped`, `Back in stock` or null. */
export function useWishMarks(products: readonly ShopProduct[]): (product: ShopProduct) => string | null {
  const [stored, change] = useDraft('wishlistPrices', readWishStates)
  lastVisit ??= stored.states
  const previous = lastVisit
  const current = JSON.stringify(products.map((product) => [product.id, stateOf(product)]))
  // biome-ignore lint/correctness/useExhaustiveDependencies: `change` is a new function on each render
  useEffect(() => {
    if (current !== '[]') change({ states: Object.fromEntries(JSON.parse(current)) })
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

/** A product with unknown stock counts as in stock. */
const isInStock = ({ total_stock: stock }: ShopProduct) => stock === null || stock > 0

const readWishStates = (stored: Record<string, unknown>) => ({
  states: readObject(stored.states) as WishStates,
})
