import { useState } from 'react'
import type { CartItem } from '../../domain/cart-item.ts'
import { groupName, groupsWithAlternatives, hasSelection, offeredGroups } from '../../domain/option-groups.ts'
import { firstImage, nameElementId, type ShopProduct } from '../../domain/product.ts'
import { notify } from '../../ui/feedback/notify.ts'
import { Icon } from '../../ui/media/icon.tsx'
import { addToCart, OPEN_CART, quantityInCart } from './cart-store.ts'

/** Returns a cart line, or null without an id or a price. @param choice the chosen options, for example "Size: M" */
export function toCartItem(product: ShopProduct, quantity: number, choice = ''): CartItem | null {
  if (product.id === null || product.price === null) return null
  return {
    id: product.id,
    name: product.name,
    quantity,
    price: product.price,
    image: firstImage(product),
    total_stock: product.total_stock,
    ...(choice === '' ? {} : { chosen: [{ text: choice, quantity }] }),
  }
}

/**
 * Adds a product and shows a toast, whose button names the first option that is not chosen.
 * @returns false if it can't be bought or the cart can't be stored; it is then in the cart until the tab closes
 */
export function addProductWithToast(product: ShopProduct, quantity: number, choice = ''): boolean {
  const item = toCartItem(product, quantity, choice)
  if (item === null || !addToCart(item)) {
    notify('error', 'Failed to add item to cart')
    return false
  }
  const missing = groupsWithAlternatives(offeredGroups(product)).find(
    ({ title }) => !hasSelection(choice, title),
  )
  notify('success', `${product.name} added to cart!`, {
    product: { name: product.name, image: firstImage(product) },
    action: {
      label: missing ? `Choose ${groupName(missing.title)}` : 'View cart',
      elsewhere: 'also at the top of the page',
      onClick: openCart,
    },
  })
  return true
}

export function openCart(): void {
  window.dispatchEvent(new Event(OPEN_CART))
}

/** Adds one unit of a product if the stock allows it. If the stock is unknown, any quantity is allowed. */
export function addOneWithinStock(product: ShopProduct): boolean {
  const { id, total_stock: stock, name } = product
  if (id !== null && stock !== null && quantityInCart(id) + 1 > stock) {
    notify('error', `You cannot add more than ${stock} units of ${name}`, {
      product: { name, image: firstImage(product) },
    })
    return false
  }
  return addProductWithToast(product, 1)
}

/** Returns the stock minus the quantity in the cart; Infinity if the stock is unknown. */
export function remainingStock(product: ShopProduct): number {
  if (product.id === null || product.total_stock === null) return Number.POSITIVE_INFINITY
  return product.total_stock - quantityInCart(product.id)
}

/** The time for which the button shows a tick after adding, in milliseconds. */
const TICK_MS = 1500

type Props = { product: ShopProduct; onAdd: (product: ShopProduct) => boolean }

/**
 * The button on a product card. The product's name is its accessible description. Shows a tick after adding. If the
 * product can't be bought online, the button is disabled and the reason is shown.
 */
export function AddToCartButton({ product, onAdd }: Props) {
  const [isAdded, setAdded] = useState(false)
  const reason =
    product.id === null ? 'Not sold online.' : product.price === null ? 'Call us for the price.' : null
  return (
    <>
      {reason === null ? null : <p className="small muted add-reason">{reason}</p>}
      <button
        type="button"
        aria-describedby={nameElementId(product)}
        className={`btn w-100 ${isAdded ? 'btn-primary' : 'btn-outline-secondary'}`}
        disabled={reason !== null}
        onClick={() => {
          if (!onAdd(product)) return
          setAdded(true)
          setTimeout(() => setAdded(false), TICK_MS)
        }}
      >
        <Icon name={isAdded ? 'check' : 'cart'} />
        Add to cart
      </button>
    </>
  )
}
