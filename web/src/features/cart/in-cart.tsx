import { countItems } from '../../domain/cart-item.ts'
import { unitsOf } from '../../domain/line-selections.ts'
import { groupName, groupsWithAlternatives, offeredGroups } from '../../domain/option-groups.ts'
import type { ShopProduct } from '../../domain/product.ts'
import { openCart } from './add-to-cart.tsx'
import { useCart } from './cart-store.ts'

/** How many units of a product are in the cart, and what is not chosen for them. It is chosen in the cart. */
export function InCart({ product }: { product: ShopProduct }) {
  const lines = useCart().filter(({ id }) => id === product.id)
  if (lines.length === 0) return null
  const groups = groupsWithAlternatives(offeredGroups(product))
  const units = lines.flatMap((line) => unitsOf(line, groups))
  const missing = groups
    .filter((_, index) => units.some(({ choices }) => choices[index] === ''))
    .map(({ title }) => groupName(title))
  return (
    <>
      In your cart: {countItems(lines)}
      {missing.length === 0 ? null : (
        <>
          , {missing.join(' and ')} not chosen.{' '}
          <button
            type="button"
            className="link-button strong"
            aria-label="Choose in the cart"
            onClick={openCart}
          >
            Choose
          </button>
        </>
      )}
    </>
  )
}
