import { DEFAULT_PRODUCT_IMAGE } from 'contracts/images'
import { readId, readObject, readSafeNumber, readString } from '../api/read-values.ts'
import { MAX_PRICE, readPrice } from './money.ts'
import { limitSelections, readSelections, type UnitSelection } from './option-groups.ts'
import { readStock } from './product.ts'

/** Limits on values from browser storage. */
const MAX_LINES = 500
const MAX_QUANTITY = 100_000

/** A stored cart line. Older versions of the shop wrote the same field names. */
export type CartItem = {
  id: number
  name: string
  quantity: number
  /** Unit price in shillings; null if the stored price is invalid. */
  price: number | null
  image: string
  /** Null if unknown. Unknown stock never blocks a purchase. */
  total_stock: number | null
  variant?: string
  variation?: unknown[]
  discountAmount?: number
  taxAmount?: number
  /** Chosen options. An order contains them only in its note, and only with VITE_SEND_DELIVERY_NOTE. */
  chosen?: UnitSelection[]
}

/** The fields that the lines of carts, orders and school lists share. */
export type OrderedLine = Pick<CartItem, 'id' | 'name' | 'quantity' | 'chosen'>

/** Returns the valid lines in a value from storage or history. */
export function readCartItems(value: unknown): CartItem[] {
  return Array.isArray(value) ? value.slice(0, MAX_LINES).flatMap(readCartItem) : []
}

/** The longest text that is read from storage, in characters. */
const MAX_LENGTH = 1_000

function readCartItem(value: unknown): CartItem[] {
  const item = readObject<CartItem>(value)
  const id = readId(item.id)
  const quantity = Math.floor(readSafeNumber(item.quantity) ?? 0)
  if (id === null || quantity < 1) return []
  const { variant, variation } = item
  const chosen = limitSelections(readSelections(item.chosen), quantity)
  const amounts = Object.fromEntries(
    (['discountAmount', 'taxAmount'] as const).flatMap((key) => {
      const amount = item[key]
      return typeof amount === 'number' && Math.abs(amount) <= MAX_PRICE ? [[key, amount]] : []
    }),
  )
  return [
    {
      id,
      name: readString(item.name, MAX_LENGTH) || 'Unnamed Product',
      quantity: Math.min(quantity, MAX_QUANTITY),
      price: readPrice(item.price),
      image: readString(item.image, MAX_LENGTH) || DEFAULT_PRODUCT_IMAGE,
      total_stock: readStock(item.total_stock),
      ...(typeof variant === 'string' ? { variant: readString(variant, MAX_LENGTH) } : {}),
      ...(Array.isArray(variation) && isShallow(variation) ? { variation } : {}),
      ...amounts,
      ...(chosen.length > 0 ? { chosen } : {}),
    },
  ]
}

/** Whether a variation contains only plain values, at most one level deep. Deep nesting can break serialisation. */
function isShallow(list: unknown[]): boolean {
  const plain = (value: unknown) => value === null || typeof value !== 'object'
  return list.length <= 100 && list.every((each) => plain(each) || Object.values(each as object).every(plain))
}

export function quantityOf(items: readonly CartItem[], id: number): number {
  return countItems(items.filter((item) => item.id === id))
}

export function countItems(items: readonly CartItem[]): number {
  return items.reduce((sum, item) => sum + item.quantity, 0)
}

/** Returns price times quantity in shillings; null if the price is unknown. */
export function linePrice({ price, quantity }: Pick<CartItem, 'price' | 'quantity'>): number | null {
  return price === null ? null : price * quantity
}

/** Returns the sum of the lines in shillings. Lines without a price are omitted; the checkout refuses them. */
export function totalPrice(items: readonly CartItem[]): number {
  return items.reduce((sum, item) => sum + (linePrice(item) ?? 0), 0)
}
