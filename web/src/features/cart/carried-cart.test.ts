import { act, renderHook } from '@testing-library/react'
import { MemoryRouter, useNavigate } from 'react-router-dom'
import { describe, expect, test } from 'vitest'
import type { CartItem } from '../../domain/cart-item.ts'
import { currentCart, useCarriedCart } from './carried-cart.ts'
import { addToCart, clearCart, setQuantity } from './cart-store.ts'

const atlas: CartItem = { id: 1, name: 'Atlas', quantity: 1, price: 42_000, image: 'a.webp', total_stock: 9 }
const changed = { ...atlas, price: 45_000 }

describe('the lines to pay for', () => {
  test('are the stored ones, even if there are none left', () => {
    addToCart(atlas)
    expect(currentCart([changed])).toEqual([atlas])
    clearCart()
    expect(currentCart([changed])).toEqual([])
  })

  test('are the shown ones if this browser has never stored a cart', () => {
    expect(currentCart([changed])).toEqual([changed])
  })

  test('are the stored ones if a different version of the shop has stored them', () => {
    window.localStorage.setItem('cart', JSON.stringify([atlas]))
    expect(currentCart([changed])).toEqual([atlas])
  })
})

describe('the lines in a checkout step', () => {
  /** Renders a checkout step after a reload. `carried` are the lines in its navigation state. */
  function reload(carried: unknown) {
    const read = (lines: unknown) => ({ items: useCarriedCart(lines), navigate: useNavigate() })
    return renderHook(read, { initialProps: carried, wrapper: MemoryRouter })
  }

  /** Follows a link to a step, with lines in its navigation state. */
  function follow(carried: unknown) {
    const step = reload(carried)
    act(() => void step.result.current.navigate('/checkout'))
    return step
  }

  test('are the carried ones after a link', () => {
    addToCart(atlas)
    expect(follow([changed]).result.current.items).toEqual([changed])
  })

  test('are the newly carried ones if the step is opened again with others', () => {
    const { result, rerender } = follow([atlas])
    rerender([changed])
    expect(result.current.items).toEqual([changed])
  })

  test('are those of the cart as soon as it changes', () => {
    addToCart(atlas)
    const { result } = follow([changed])
    act(() => void setQuantity(atlas, 3))
    expect(result.current.items).toEqual([{ ...atlas, quantity: 3 }])
  })

  test('are still the carried ones after an event that changes nothing', () => {
    addToCart(atlas)
    const { result } = follow([changed])
    act(() => void window.dispatchEvent(new Event('pageshow')))
    expect(result.current.items).toEqual([changed])
  })

  test('are those of the cart after a reload, even if it is empty', () => {
    addToCart(atlas)
    expect(reload([changed]).result.current.items).toEqual([atlas])
    clearCart()
    expect(reload([changed]).result.current.items).toEqual([])
  })

  test('are the carried ones after a reload if this browser has never stored a cart', () => {
    expect(reload([changed]).result.current.items).toEqual([changed])
  })

  test('are those of the cart if none were carried', () => {
    addToCart(atlas)
    expect(follow(undefined).result.current.items).toEqual([atlas])
  })
})
