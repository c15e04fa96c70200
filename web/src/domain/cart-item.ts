import { readId, readObject } from '../api/read-values.ts'
import { limits } from '../config/limits.ts'
import { type ChosenOptions, fitChosen, readChosen } from './chosen-options.ts'
import { readMoney } from './money.ts'

/** A line of the cart as it is stored. Older versions of the shop wrote the same field names. */
export type CartItem = {
  id: number
  name: string
  quantity: number
  /** Shillings of one unit. */
  price: number
  image: string
  /** null when the host did not say: unknown stock never blocks. */
  total_stock: number | null
  variant?: string
  variation?: unknown[]
  discountAmount?: number
  taxAmount?: number
  /** The shop's own addition, which is part of no order. */
  chosen?: ChosenOptions[]
}

/** The valid lines in what storage or the history contains, whatever its type, sign or size. */
export function readCartItems(value: unknown): CartItem[] {
  return Array.isArray(value) ? value.slice(0, limits.cartLines).flatMap(readCartItem) : []
}

function readCartItem(value: unknown): CartItem[] {
  const item = readObject<CartItem>(value)
  const id = readId(item.id)
  const quantity = Math.floor(readMoney(item.quantity) ?? 0)
  if (id === null || quantity < 1) return []
  const price = readMoney(item.price) ?? 0
  const { variant, variation } = item
  const chosen = fitChosen(readChosen(item.chosen), quantity)
  const amounts = Object.fromEntries(
    (['discountAmount', 'taxAmount'] as const).flatMap((key) => {
      const amount = item[key]
      return typeof amount === 'number' && Math.abs(amount) <= limits.linePrice ? [[key, amount]] : []
    }),
  )
  return [
    {
      id,
      name: readText(item.name) || 'Unnamed Product',
      quantity: Math.min(quantity, limits.lineQuantity),
      price: price >= 0 && price <= limits.linePrice ? price : 0,
      image: readText(item.image) || 'default.png',
      total_stock: readMoney(item.total_stock),
      ...(typeof variant === 'string' ? { variant: readText(variant) } : {}),
      ...(Array.isArray(variation) && isShallow(variation) ? { variation } : {}),
      ...amounts,
      ...(chosen.length > 0 ? { chosen } : {}),
    },
  ]
}

function readText(value: unknown): string {
  return typeof value === 'string' ? value.slice(0, 1_000) : ''
}

/** A list of plain choices, as a line has them: deeper nesting can break the serialisation. */
function isShallow(list: unknown[]): boolean {
  const isPlain = (value: unknown) => value === null || typeof value !== 'object'
  return (
    list.length <= 100 && list.every((each) => isPlain(each) || Object.values(each as object).every(isPlain))
  )
}

/** How much of a product all its lines ask for together. */
export function quantityOf(items: readonly CartItem[], id: number): number {
  return countItems(items.filter((item) => item.id === id))
}

/** Sum of quantities. */
export function countItems(items: readonly CartItem[]): number {
  return items.reduce((sum, item) => sum + item.quantity, 0)
}

/** Sum of price times quantity, in shillings. */
export function totalPrice(items: readonly CartItem[]): number {
  return items.reduce((sum, item) => sum + item.price * item.quantity, 0)
}
