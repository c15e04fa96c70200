import { store } from '../../config/store.ts'
import {
  buyableQuantity,
  type CurrentProduct,
  type CurrentProducts,
  listedProduct,
} from '../../domain/current-product.ts'
import { formatSum } from '../../domain/money.ts'
import type { ListLine } from './list-link.ts'

export type ListTotal = {
  /** Today's price of the lines that an empty cart could take, in shillings; null until all prices have loaded. */
  sum: number | null
  /** The lines that the sum doesn't include, in words. Empty if it includes all. */
  exclusions: string[]
}

/** Adds up the lines of a list at today's price, limited to the stock. */
export function listTotal(lines: readonly ListLine[], products: CurrentProducts): ListTotal {
  let sum: number | null = 0
  let soldOut = 0
  let gone = 0
  let unpriced = 0
  let short = 0
  for (const line of lines) {
    const current = products.get(line.id)
    const product = listedProduct(current)
    const quantity = buyableQuantity(line, current)
    if (current?.status === 'gone') gone += 1
    else if (product === null) sum = null
    else if (product.price === null) unpriced += 1
    else if (quantity === 0) soldOut += 1
    else {
      if (sum !== null) sum += product.price * quantity
      if (quantity < line.quantity) short += 1
    }
  }
  const missing = [
    ...(soldOut === 0 ? [] : [`${soldOut} sold out`]),
    ...(gone === 0 ? [] : [`${gone} no longer sold`]),
    ...(unpriced === 0 ? [] : [`${unpriced} without a price`]),
  ]
  return {
    sum,
    exclusions: [
      ...(missing.length === 0 ? [] : [`${missing.join(', ')}, not included`]),
      ...(short === 0 ? [] : [`${short} included in part: too few left`]),
    ],
  }
}

/** Returns what is printed next to a line that can't be bought in full; null if it can, or if it has no price. */
export function describeShortage(line: ListLine, current: CurrentProduct | undefined): string | null {
  if (listedProduct(current)?.price == null) return null
  const quantity = buyableQuantity(line, current)
  if (quantity === line.quantity) return null
  return quantity === 0 ? 'sold out' : `only ${quantity} in stock`
}

type Message = { title: string; lines: number; total: ListTotal; url: string }

/** Returns the message for sharing a list. */
export function listMessage({ title, lines, total: { sum, exclusions }, url }: Message): string {
  const count = `${lines} ${lines === 1 ? 'item' : 'items'}`
  const contents = sum === null ? [count] : [count, formatSum(sum), ...exclusions]
  return `${title} at ${store.name} (${contents.join(', ')}): ${url}`
}
