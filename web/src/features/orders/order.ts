import { storedProductImagePath } from 'contracts/images'
import { env } from '../../config/env.ts'
import { readMoney } from '../../lib/money.ts'

/** An order as the shop shows it. */
export type ShopOrder = {
  id: number
  date: string
  /** The host's word; words that the shop does not know are shown as they come. */
  status: string
  /** Shillings; null when the host sent no number. */
  amount: number | null
  method: string
  address: string
  lines: ShopOrderLine[]
  /** How many lines could not be read and are left out. */
  skipped: number
}

export type ShopOrderLine = {
  key: string
  name: string
  /** Shillings of one unit. */
  price: number | null
  quantity: number
  /** Where the picture is looked for, in order. */
  images: string[]
}

/** The host's list as the shop's, newest first. Anything but a list is no order at all. */
export function tidyOrders(body: unknown): ShopOrder[] {
  if (!Array.isArray(body)) return []
  return body.flatMap(tidyOrder).sort((a, b) => b.id - a.id)
}

function tidyOrder(value: unknown): ShopOrder[] {
  const order = asObject(value)
  const id = Number(order?.id)
  if (!order || !Number.isFinite(id)) return []
  const details = Array.isArray(order.details) ? order.details : []
  const lines = details.flatMap(tidyLine)
  return [
    {
      id,
      date: formatDate(order.updated_at),
      status: text(order.order_status) || 'unknown',
      amount: readMoney(order.order_amount),
      method: words(text(order.payment_method)) || 'N/A',
      address: text(asObject(order.delivery_address)?.address) || 'N/A',
      lines,
      skipped: details.length - lines.length,
    },
  ]
}

/** An empty list when product_details cannot be parsed: such a line is skipped. */
function tidyLine(value: unknown, index: number): ShopOrderLine[] {
  const line = asObject(value)
  const product = readProduct(line?.product_details)
  if (!line || !product) return []
  return [
    {
      key: `${text(line.id) || line.id}-${index}`,
      name: text(product.name) || 'Unnamed Product',
      price: readMoney(line.price),
      quantity: Number(line.quantity) || 0,
      images: invoiceImages(product),
    },
  ]
}

function readProduct(details: unknown): Record<string, unknown> | null {
  if (typeof details !== 'string') return asObject(details)
  try {
    return asObject(JSON.parse(details))
  } catch {
    return null
  }
}

/** The first listed image, then the file in the shop's storage, then in the admin host's. */
function invoiceImages(product: Record<string, unknown>): string[] {
  const listed = Array.isArray(product.image_fullpath) ? product.image_fullpath[0] : product.image_fullpath
  const file = firstFile(product.image)
  const places = [
    // Only a web address may become a source: never `javascript:` or `data:` from a stored row.
    typeof listed === 'string' && /^(https?:\/)?\//i.test(listed) ? listed : '',
    ...(file
      ? [env.apiHost + storedProductImagePath(file), env.adminHost + storedProductImagePath(file)]
      : []),
  ]
  return [...new Set(places.filter(Boolean))]
}

function firstFile(image: unknown): string | null {
  let files = image
  if (typeof image === 'string') {
    try {
      files = JSON.parse(image)
    } catch {
      files = [image]
    }
  }
  const first: unknown = Array.isArray(files) ? files[0] : files
  return typeof first === 'string' && first !== '' ? first : null
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

function text(value: unknown): string {
  return typeof value === 'string' ? value.trim() : ''
}

function asObject(value: unknown): Record<string, unknown> | null {
  return value !== null && typeof value === 'object' && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : null
}
