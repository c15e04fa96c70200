import type { Address } from 'contracts/addresses'
import { olderStoredProductImagePath, storedProductImagePath } from 'contracts/images'
import type { Order, OrderedProduct, OrderLine } from 'contracts/orders'
import { type Loose, readField, readId, readList, readObject, readString } from '../../api/read-values.ts'
import { env } from '../../config/env.ts'
import { store } from '../../config/store.ts'
import { type ChosenOptions, fitChosen } from '../../domain/chosen-options.ts'
import { chosenText } from '../../domain/chosen-text.ts'
import { formatMoney, formatPrice, readMoney } from '../../domain/money.ts'
import type { OrderDetails } from '../../domain/order-details.ts'

/** An order as the shop shows it. */
export type ShopOrder = {
  id: number
  date: string
  /** As the host says; an unknown status is shown as it is. */
  status: string
  /** Shillings; null when the host sent no number. */
  amount: number | null
  method: string
  address: string
  /** Collected at the shop. */
  isPickup: boolean
  lines: ShopOrderLine[]
  /** The delivery note; '' without one. */
  note: string
  /** How many lines could not be read and are left out. */
  skipped: number
}

export type ShopOrderLine = {
  key: string
  /** null: the host did not say which product it was. */
  productId: number | null
  name: string
  /** Shillings of one unit. */
  price: number | null
  quantity: number
  /** Its chosen options, if this browser placed the order. */
  chosen?: ChosenOptions[]
  /** The file of its first picture. */
  file: string | null
  /** Where the invoice looks for the picture, in order. */
  images: string[]
}

/** A line of an order whose product is known. */
export type OrderedLine = { id: number; name: string; quantity: number; chosen?: ChosenOptions[] }
/** Adds what is still sold to the cart. @returns a sentence for each line that was not added whole */
export type BuyAgain = (lines: readonly OrderedLine[]) => Promise<string[]>

/** The host's list as the shop's, newest first. An answer without a list is no order at all. */
export function readOrders(body: unknown): ShopOrder[] {
  return readList(body)
    .flatMap(readOrder)
    .sort((a, b) => b.id - a.id)
}

function readOrder(value: unknown): ShopOrder[] {
  const order = readObject<Order>(value)
  const id = readId(order.id)
  if (id === null) return []
  const details = Array.isArray(order.details) ? order.details : []
  const lines = details.flatMap(readLine)
  const address = readString(readRow<Address>(order.delivery_address)?.address)
  return [
    {
      id,
      date: formatDate(order.updated_at),
      status: readString(order.order_status) || 'unknown',
      amount: readMoney(order.order_amount),
      method: words(readString(order.payment_method)) || 'N/A',
      address: address || 'N/A',
      isPickup: isPickup(order),
      note: readString(order.order_note),
      lines,
      skipped: details.length - lines.length,
    },
  ]
}

/** Adds the details that this browser stored when it placed the order. */
export function withDetails(order: ShopOrder, details: OrderDetails | undefined): ShopOrder {
  if (details === undefined) return order
  const choices = new Map(details.choices.map(({ id, chosen }) => [id, chosen]))
  return {
    ...order,
    note: details.note || order.note,
    lines: order.lines.map((line) => {
      const chosen = line.productId === null ? undefined : choices.get(line.productId)
      return chosen === undefined ? line : { ...line, chosen: fitChosen(chosen, line.quantity) }
    }),
  }
}

/** A pickup has no address of the customer's: none at all, or the one that the build sends in its place. */
function isPickup({ order_type, delivery_address_id }: Loose<Order>): boolean {
  if (order_type === 'self_pickup' || delivery_address_id === null) return true
  return env.pickupAddressId !== null && readId(delivery_address_id) === env.pickupAddressId
}

/** An empty list when product_details cannot be parsed: such a line is skipped. */
function readLine(value: unknown, index: number): ShopOrderLine[] {
  const line = readObject<OrderLine>(value)
  const product = readRow<OrderedProduct>(line.product_details)
  if (!product) return []
  return [
    {
      key: `${readString(line.id)}-${index}`,
      productId: readId(line.product_id) ?? readId(product.id),
      name: readString(product.name) || 'Unnamed Product',
      price: readMoney(line.price),
      quantity: readMoney(line.quantity) ?? 0,
      file: readString(readField(product.image)[0]) || null,
      images: invoiceImages(product),
    },
  ]
}

/** A row that was copied into an order: an object, or the JSON text of one. Null for anything else. */
function readRow<T extends object>(value: unknown): Loose<T> | null {
  let row = value
  try {
    if (typeof value === 'string') row = JSON.parse(value)
  } catch {
    return null
  }
  return row !== null && typeof row === 'object' && !Array.isArray(row) ? readObject<T>(row) : null
}

/**
 * The first listed image, then two places of the shop's storage: the host's and the admin host's, or, where the build
 * names no admin host, the folder in which an older host keeps its storage.
 */
function invoiceImages(product: Loose<OrderedProduct>): string[] {
  const [listed] = readField(product.image_fullpath)
  const [file] = readField(product.image)
  const places = [
    // Only a web address may become a source: never `javascript:` or `data:` from a stored row.
    typeof listed === 'string' && /^(https?:\/)?\//i.test(listed) ? listed : '',
    ...(typeof file === 'string'
      ? [
          env.apiHost + storedProductImagePath(file),
          env.adminHost
            ? env.adminHost + storedProductImagePath(file)
            : env.apiHost + olderStoredProductImagePath(file),
        ]
      : []),
  ]
  return [...new Set(places.filter(Boolean))]
}

const day = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'Africa/Kampala',
})

function formatDate(value: unknown): string {
  const time = typeof value === 'string' ? Date.parse(value) : Number.NaN
  return Number.isNaN(time) ? 'N/A' : day.format(time)
}

/** `out_for_delivery` as `Out for delivery`. */
export function words(value: string): string {
  const spaced = value.replace(/[_\s]+/g, ' ').trim()
  return spaced.charAt(0).toUpperCase() + spaced.slice(1)
}

/** Returns the delivery fee with the rounding, which is the amount that the lines don't explain; null if unknown. */
export function deliveryCost({ amount, lines, skipped }: ShopOrder): number | null {
  if (amount === null || skipped > 0 || lines.length === 0) return null
  return amount - itemsCost(lines)
}

/** Returns the cost of an order's lines in shillings. */
export function itemsCost(lines: readonly ShopOrderLine[]): number {
  return lines.reduce((sum, line) => sum + (line.price ?? 0) * line.quantity, 0)
}

/** An order as a message to pass on: what was bought, for how much, and whom to ask. Without names and addresses. */
export function receiptText(order: ShopOrder): string {
  const items = order.lines.map((line) => {
    const { name, quantity, price } = line
    const chosen = chosenText(line)
    const text = `${quantity} × ${name}${chosen === '' ? '' : ` (${chosen})`}`
    return price === null ? text : `${text}: ${formatMoney(price * quantity)}`
  })
  const delivery = deliveryCost(order) ?? 0
  return [
    `${store.name}, order #${order.id}`,
    `${order.date}, ${words(order.status)}`,
    ...items,
    ...(order.skipped > 0 ? [`and ${order.skipped} more`] : []),
    ...(delivery > 0 ? [`Delivery: ${formatMoney(delivery)}`] : []),
    `Total: ${formatPrice(order.amount)}`,
    `Payment: ${order.method}`,
    `Questions: ${store.phones.join(', ')}`,
  ].join('\n')
}
