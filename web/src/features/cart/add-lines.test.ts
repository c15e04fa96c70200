import { describe, expect, test, vi } from 'vitest'
import { fillStorage } from '../../../test/full-storage.ts'
import type { CartItem } from '../../domain/cart-item.ts'
import type { CurrentProduct } from '../../domain/current-product.ts'
import { readProduct, type ShopProduct } from '../../domain/product.ts'
import { pendingToasts } from '../../ui/feedback/notify.ts'
import { addLinesWithinStock, explainShortfall } from './add-lines.ts'
import { addToCart, clearCart, getCart, OPEN_CART } from './cart-store.ts'

const product = (id: number, total_stock: number | null, price: number | null = 5_000): CurrentProduct => ({
  status: 'listed',
  product: readProduct({ id, name: `Book ${id}`, price, total_stock }) as ShopProduct,
})
const today = (...entries: [number, CurrentProduct][]) => new Map<number, CurrentProduct>(entries)
const line = (id: number, quantity = 2) => ({ id, name: `Old name ${id}`, quantity })

describe('lines from a list or an earlier order', () => {
  test('are added at today’s price and limited to the whole units in stock', () => {
    const shortfalls = addLinesWithinStock(
      [line(1), line(2, 3)],
      today([1, product(1, 9)], [2, product(2, 1.9)]),
    )
    expect(getCart().map(({ id, quantity, price }) => [id, quantity, price])).toEqual([
      [1, 2, 5_000],
      [2, 1, 5_000],
    ])
    expect(shortfalls.map(explainShortfall)).toEqual(["Book 2: we added 1 of 3. That's all we have left."])
  })

  test.each([
    [1, '1 item added to cart!'],
    [3, '3 items added to cart!'],
  ])('are counted in a toast: %i', (quantity, text) => {
    pendingToasts.length = 0
    addLinesWithinStock([line(1, quantity)], today([1, product(1, 9)]))
    expect(pendingToasts).toMatchObject([{ kind: 'success', text }])
  })

  test('have a toast whose button opens the cart', () => {
    pendingToasts.length = 0
    addLinesWithinStock([line(1)], today([1, product(1, 9)]))
    const open = vi.fn()
    window.addEventListener(OPEN_CART, open, { once: true })
    const action = pendingToasts[0]?.action
    expect(action).toMatchObject({ label: 'View cart', elsewhere: 'also at the top of the page' })
    action?.onClick()
    expect(open).toHaveBeenCalledTimes(1)
  })

  test('raise an error toast if the browser refuses to store the cart, which has them until the tab closes', () => {
    pendingToasts.length = 0
    fillStorage()
    addLinesWithinStock([line(1), line(2)], today([1, product(1, 9)], [2, product(2, 9)]))
    expect(pendingToasts).toMatchObject([{ kind: 'error', text: 'Failed to add item to cart' }])
    expect(getCart()).toHaveLength(2)
    clearCart()
  })

  test.each([
    ['is stored with the next line', 1, 'success'],
    ['is the last one', 2, 'error'],
  ])('raise an error toast unless a refused line %s', (_, refused, kind) => {
    pendingToasts.length = 0
    const stored = new Map<string, string>()
    let count = 0
    vi.spyOn(window, 'localStorage', 'get').mockReturnValue({
      ...window.localStorage,
      getItem: (key) => stored.get(key) ?? null,
      setItem: (key, value) => {
        if (key === 'cart' && ++count === refused) throw new DOMException('full', 'QuotaExceededError')
        stored.set(key, value)
      },
    })
    addLinesWithinStock([line(1), line(2)], today([1, product(1, 9)], [2, product(2, 9)]))
    expect(pendingToasts).toMatchObject([{ kind }])
    expect(getCart()).toHaveLength(2)
    vi.restoreAllMocks()
    clearCart()
  })

  test('raise no toast if nothing was added, and keep the options of what was', () => {
    pendingToasts.length = 0
    addLinesWithinStock([line(1)], today([1, product(1, 0)]))
    expect(pendingToasts).toEqual([])
    const chosen = [
      { text: 'Size: M', quantity: 1 },
      { text: 'Size: L', quantity: 2 },
    ]
    addLinesWithinStock([{ ...line(2, 3), chosen }], today([2, product(2, 2)]))
    expect(getCart()[0]?.chosen).toEqual([
      { text: 'Size: M', quantity: 1 },
      { text: 'Size: L', quantity: 1 },
    ])
  })

  const inCart = (quantity: number): CartItem => ({
    id: 1,
    name: 'Book 1',
    quantity,
    price: 4_000,
    image: 'book.webp',
    total_stock: 9,
  })

  test('are limited to the stock that is not yet in the cart', () => {
    addToCart(inCart(1))
    const shortfalls = addLinesWithinStock([line(1)], today([1, product(1, 2)]))
    expect(getCart()).toMatchObject([{ id: 1, quantity: 2 }])
    expect(shortfalls.map(explainShortfall)).toEqual(["Book 1: we added 1 of 2. That's all we have left."])
  })

  test.each([
    [1, 1],
    [2, 2],
    [3, 2],
  ])('change nothing in a cart that already has %i units of a stock of %i', (quantity, stock) => {
    addToCart(inCart(quantity))
    const shortfalls = addLinesWithinStock([line(1)], today([1, product(1, stock)]))
    expect(getCart()).toEqual([inCart(quantity)])
    expect(shortfalls.map(explainShortfall)).toEqual([
      "Book 1 wasn't added. Your cart already has all we have left.",
    ])
  })

  test('are added in full if the stock is unknown', () => {
    expect(addLinesWithinStock([line(1, 40)], today([1, product(1, null)]))).toEqual([])
    expect(getCart()).toMatchObject([{ id: 1, quantity: 40 }])
  })

  test.each([
    [undefined, "Old name 1 wasn't added. Today's price didn't load."],
    [{ status: 'gone' } as const, "Old name 1 wasn't added. It is no longer sold."],
    [{ status: 'failed' } as const, "Old name 1 wasn't added. Today's price didn't load."],
    [product(1, 0), "Book 1 wasn't added. It is sold out for now."],
    [product(1, 5, null), "Book 1 wasn't added. Call us for today's price."],
  ])('have an explanation if they were not added: %o', (currentProduct, explanation) => {
    addToCart({ id: 7, name: 'Pen', quantity: 1, price: 500, image: 'pen.webp', total_stock: 3 })
    expect(
      addLinesWithinStock([line(1)], currentProduct ? today([1, currentProduct]) : today()).map(
        explainShortfall,
      ),
    ).toEqual([explanation])
    expect(getCart()).toMatchObject([{ id: 7 }])
  })
})
