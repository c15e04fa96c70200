import type { ShopProduct } from '../../domain/product.ts'
import type { FoundProduct } from './shop-index.ts'

/**
 * What the index has found that the host has not. Besides the products received, a name with the whole query in it is
 * left to the host, which finds it too and may have it on a further page.
 * @param received products of the host's answer; null when it gave none
 */
export function besidesHost(
  found: readonly FoundProduct[],
  received: readonly Pick<ShopProduct, 'id'>[] | null,
  query: string,
): FoundProduct[] {
  if (received === null) return [...found]
  const known = new Set(received.map(({ id }) => id))
  const whole = query.trim().toLowerCase()
  return found.filter(({ id, name }) => !known.has(id) && !name.toLowerCase().includes(whole))
}
