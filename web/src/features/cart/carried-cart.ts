import { useEffect, useMemo, useState } from 'react'
import { useNavigationType } from 'react-router-dom'
import { type CartItem, readCartItems } from '../../domain/cart-item.ts'
import { getCart, isCartKnown, subscribeToCart, useCart } from './cart-store.ts'

/**
 * Returns the cart lines for a checkout step. Uses the lines in navigation state until the cart changes. After a reload
 * or Back, navigation state may be outdated. The cart is then used if this browser has ever stored one, so that
 * shoppers never pay for a removed line or for an order that is already placed.
 */
export function useCarriedCart(carried: unknown): readonly CartItem[] {
  const cart = useCart()
  const isFresh = useNavigationType() !== 'POP'
  const [hasChanged, setChanged] = useState(false)
  const carriedItems = useMemo(() => (Array.isArray(carried) ? readCartItems(carried) : null), [carried])

  useEffect(() => {
    const before = getCart()
    return subscribeToCart(() => {
      if (getCart() !== before) setChanged(true)
    })
  }, [])

  return (isFresh || !isCartKnown()) && !hasChanged && carriedItems !== null ? carriedItems : cart
}

/** Returns the stored cart, or the shown lines if this browser has never stored a cart. */
export function currentCart(shown: readonly CartItem[]): readonly CartItem[] {
  const stored = getCart()
  return stored.length > 0 || isCartKnown() ? stored : shown
}
