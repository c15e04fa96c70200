import { countItems } from '../../domain/cart-item.ts'
import { unitsOf } from '../../domain/line-selections.ts'
import { groupName, groupsWithAlternatives, offeredGroups } from '../../domain/option-groups.ts'
import type { ShopProduct } from '../../domain/product.ts'
import { openCart } from './add-to-cart.tsx'
import { useCart } from './cart-store.ts'

/** Shows the number of units of a product in the cart, and their missing options, which are chosen in the cart. */
export function InCart({ product }: { product: ShopProduct }) {
  const lines = useCart().filter(({ id }) => id === product.id)
  if (lines.length === 0) return null
  const groups = groupsWithAlternatives(offeredGroups(product))
  const units = lines.flatMap((line) => unitsOf(line, groups))
  const total = countItems(lines)
  const missing = groups.flatMap(({ title }, index) => {
    const count = units.reduce(
      (sum, { quantity, choices }) => sum + (choices[index] === '' ? quantity : 0),
      0,
    )
    return count === 0 ? [] : [`${groupName(title)} not chosen${count < total ? ` for ${count}` : ''}`]
  })
  return (
    <>
      In your cart: {total}
      {missing.length === 0 ? null : (
        <>
          , {missing.join(' and ')}.{' '}
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
