import { useEffect, useMemo, useState } from 'react'
import { useNavigationType } from 'react-router-dom'
import { type CartItem, readCartItems } from '../../domain/cart-item.ts'
import { getCart, isCartKnown, subscribeToCart, useCart } from './cart-store.ts'

/**
 * Returns the lines for a step of the checkout: those in navigation state, or the cart once it changes. After a
 * reload or Back, navigation state may be outdated, so the cart is used. A shopper therefore never pays for a removed
 * line, or twice for an order that has emptied the cart. If the browser has never stored a cart, navigation state is
 * used.
 */
export function useCarriedCart(carried: unknown): readonly CartItem[] {
  const cart = useCart()
  const fresh = useNavigationType() !== 'POP'
  const [changed, setChanged] = useState(false)
  const sound = useMemo(() => (Array.isArray(carried) ? readCartItems(carried) : null), [carried])

  useEffect(() => {
    const before = getCart()
    return subscribeToCart(() => {
      if (getCart() !== before) setChanged(true)
    })
  }, [])

  return (fresh || !isCartKnown()) && !changed && sound !== null ? sound : cart
}
