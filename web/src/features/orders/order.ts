import { olderStoredProductImagePath, storedProductImagePath } from 'contracts/images'
import type { Address } from 'contracts/resources/addresses'
import type { Order, OrderedProduct, OrderLine } from 'contracts/resources/orders'
import { type Loose, readId, readList, readListField, readObject, readString } from '../../api/read-values.ts'
import { env } from '../../config/env.ts'
import type { OrderedLine } from '../../domain/cart-item.ts'
import type { LocalOrderDetails } from '../../domain/local-details.ts'
import { readAmount, roundMoney } from '../../domain/money.ts'
import { limitSelections, type UnitSelection } from '../../domain/option-groups.ts'
import { isPickupAddress } from '../../domain/pickup-address.ts'
import { productColour, readProducts } from '../../domain/product.ts'
import { kampalaTime } from '../../platform/intl.ts'

export type ShopOrder = ReturnType<typeof readOrder>[number]

/** The customer on an invoice. '' for what is unknown. */
export type Buyer = { name: string; phone: string }

export type ShopOrderLine = ReturnType<typeof readLine>[number] & {
  /** The chosen options, if the order was placed in this browser. */
  chosen?: UnitSelection[]
}

/** Adds lines to the cart and fills in the delivery note. @returns a message for each line not added in full */
export type OnBuyAgain = (lines: readonly OrderedLine[], note: string) => Promise<string[]>

/** Reads the orders from a response, newest first. Returns an empty list if the response contains none. */
export function readOrders(body: unknown): ShopOrder[] {
  return readList(body)
    .flatMap(readOrder)
    .sort((a, b) => b.id - a.id)
}

function readOrder(value: unknown) {
  const order = readObject<Order>(value)
  const id = readId(order.id)
  if (id === null) return []
  const details = Array.isArray(order.details) ? order.details : []
  const lines: ShopOrderLine[] = details.flatMap(readLine)
  const address = readRow<Address>(order.delivery_address) ?? {}
  const isPickupPoint = isPickupAddress(address)
  return [
    {
      id,
      updatedOn: formatDate(order.updated_at),
      /** The host's status, which may be unknown to the shop. */
      status: readString(order.order_status) || 'unknown',
      /** In shillings; null if the response doesn't contain a number. */
      amount: readAmount(order.order_amount),
      method: labelOf(readString(order.payment_method)) || 'N/A',
      address: (!isPickupPoint && readString(address.address)) || 'N/A',
      /** Whether the customer collects the order at the shop. */
      isPickup: isPickupPoint || isPickup(order),
      /** The delivery note; '' if there is none. */
      note: readString(order.order_note),
      lines,
      /** The number of lines that couldn't be read. */
      skipped: details.length - lines.length,
    },
  ]
}

/** Adds the details that were stored in this browser when the order was placed. */
export function withLocalDetails(order: ShopOrder, details: LocalOrderDetails | undefined): ShopOrder {
  if (details === undefined) return order
  // In the order of the lines, because a product may have several.
  const choices = [...details.choices]
  const takeChoice = ({ productId, quantity }: ShopOrderLine) => {
    const sameProduct = choices.filter(({ id }) => id === productId)
    const choice = sameProduct.find((each) => each.quantity === quantity) ?? sameProduct[0]
    if (choice) choices.splice(choices.indexOf(choice), 1)
    return choice?.chosen
  }
  return {
    ...order,
    note: details.note || order.note,
    lines: order.lines.map((line) => {
      const chosen = takeChoice(line)
      return chosen === undefined ? line : { ...line, chosen: limitSelections(chosen, line.quantity) }
    }),
  }
}

/** Whether an order is a pickup: without a delivery address, or with the address id from the build's settings. */
function isPickup({ order_type, delivery_address_id }: Loose<Order>): boolean {
  if (order_type === 'self_pickup' || delivery_address_id === null) return true
  return env.pickupAddressId !== null && readId(delivery_address_id) === env.pickupAddressId
}

/** Reads an order line. Returns an empty list if product_details can't be parsed. */
function readLine(value: unknown, index: number) {
  const line = readObject<OrderLine>(value)
  const product = readRow<OrderedProduct>(line.product_details)
  if (!product) return []
  const [shopProduct] = readProducts([product])
  return [
    {
      key: `${readString(line.id)}-${index}`,
      /** Null if the response has no id. */
      productId: readId(line.product_id) ?? readId(product.id),
      name: readString(product.name) || 'Unnamed Product',
      /** The unit price in shillings; null if unknown. */
      price: readAmount(line.price),
      quantity: readAmount(line.quantity) ?? 0,
      /** The file name of the first image. */
      file: readString(readListField(product.image)[0]) || null,
      tint: shopProduct && productColour(shopProduct),
      /** The image URLs that the invoice tries in order. */
      images: invoiceImages(product),
    },
  ]
}

/** Reads a row that the host copied into an order as an object or as JSON text. Returns null for anything else. */
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
 * Returns the URLs of a product's image, without duplicates. The listed URL is first, followed by the host's storage
 * folder. The last is the admin host's storage folder or, without an admin host, the folder that older hosts use.
 */
function invoiceImages(product: Loose<OrderedProduct>): string[] {
  const [listed] = readListField(product.image_fullpath)
  const [file] = readListField(product.image)
  const urls = [
    // Allows only http(s) URLs and paths, never `javascript:` or `data:` URLs from a stored row.
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
  return [...new Set(urls.filter(Boolean))]
}

const day = kampalaTime({ day: 'numeric', month: 'short', year: 'numeric' })

function formatDate(value: unknown): string {
  const time = typeof value === 'string' ? Date.parse(value) : Number.NaN
  return Number.isNaN(time) ? 'N/A' : day(time)
}

/** Formats a status or a payment method for shoppers: `out_for_delivery` becomes `Out for delivery`. */
export function labelOf(value: string): string {
  const spaced = value.replace(/[_\s]+/g, ' ').trim()
  return spaced.charAt(0).toUpperCase() + spaced.slice(1)
}

/**
 * Returns the sum of the lines and the delivery fee of an order. Returns null if a price or quantity is unknown, or if
 * the amount is less than the sum of the lines, e.g. after a discount.
 */
export function sumInvoice({ amount, lines, skipped }: ShopOrder): { items: number; fee: number } | null {
  // An unknown price or quantity makes the sums NaN, and an unknown amount the fee negative.
  const items = lines.reduce(
    (sum, { price, quantity }) => sum + (price === null || quantity < 1 ? Number.NaN : price * quantity),
    0,
  )
  // The subtotal is rounded before the fee is added. The host's `delivery_charge` is its own, never the charged fee.
  const fee = Number(amount) - roundMoney(items)
  return items > 0 && fee >= 0 && skipped === 0 ? { items, fee } : null
}
