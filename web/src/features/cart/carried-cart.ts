import { useEffect, useMemo, useState } from 'react'
import { useNavigationType } from 'react-router-dom'
import { type CartItem, readCartItems } from '../../domain/cart-item.ts'
import { getCart, isCartKnown, subscribeToCart, useCart } from './cart-store.ts'

/**
 * The lines a buying step works with: those its navigation state carries, until the cart changes. State that
 * comes out of the history (a reload, Back) may be old, and then the cart counts, so that a shopper does not pay for a removed
 * line, nor a second time for an order that has emptied the cart. Where the browser keeps no cart at all, what the
 * history carries is all there is.
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
