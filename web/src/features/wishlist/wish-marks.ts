import { useEffect, useState } from 'react'
import { readObject } from '../../api/read-values.ts'
import type { ShopProduct } from '../../domain/product.ts'
import { readJson, writeJson } from '../../platform/storage.ts'

/** Each product's price in shillings and availability at the last visit, by product id. */
type WishStates = Record<string, { price: number | null; isInStock: boolean }>

const KEY = 'wishlistPrices'

/** Read once per visit, so that marks stay until the shop is opened again. */
let lastVisit: WishStates | undefined

/** Returns a function that returns a wish's change since the last visit: `Price dropped`, `Back in stock` or null. */
export function useWishMarks(products: readonly ShopProduct[]): (product: ShopProduct) => string | null {
  const [previous] = useState(() => {
    lastVisit ??= readObject(readJson(KEY)) as WishStates
    return lastVisit
  })
  useEffect(() => {
    if (products.length > 0)
      writeJson(
        KEY,
        Object.fromEntries(
          products.map((product) => [product.id, { price: product.price, isInStock: isInStock(product) }]),
        ),
      )
  }, [products])
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

/** An unknown stock counts as available. */
const isInStock = ({ total_stock: stock }: ShopProduct) => stock === null || stock > 0
