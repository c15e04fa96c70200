import { createHash } from 'node:crypto'
import type { Address } from 'contracts/resources/addresses'
import type { Config } from 'contracts/resources/config'
import type { Order, orders } from 'contracts/resources/orders'
import type { HandlerInput, ProviderHandlers } from '../http/handler.ts'
import { databaseNumber, type Fields, isNumeric, isPhpArray } from '../http/request/php-input.ts'
import { failuresOf, oneOf, required } from '../http/request/validation-rules.ts'
import { refuse, SoftwareCrash } from '../http/response/failures.ts'
import { createHostedPayment, findHostedPagePath, newOrderReference } from '../payments/hosted-payments.ts'
import { amountDue, CURRENCY, claimPaymentForOrder, isOrderPaid } from '../payments/paid-orders.ts'
import { MAX_AMOUNT, PAYMENT_OPTIONS } from '../payments/payment-input.ts'
import { isSince } from '../provider/builds.ts'
import { insert, selectAll, selectOne, update } from '../world/queries.ts'
import type { CustomerRow, OrderRow, ProductRow } from '../world/rows.ts'
import { deliveryCharge, readConfig } from '../world/store-config.ts'
import type { World } from '../world/world.ts'
import { findAddress } from './addresses.ts'
import {
  COLUMN_MAX,
  createOutOfRangeError,
  LeakedException,
  readAmountColumn,
  readIntegerColumn,
  readLineColumns,
  readTextColumn,
} from './order-columns.ts'
import { insertOrder, type NewOrder, toWireOrder } from './order-records.ts'
import { paymentMethod } from './payment-methods.ts'
import { refreshProductJson } from './products.ts'

/** Maximum length of an Idempotency-Key in characters. */
const MAX_KEY_LENGTH = 255
const reusedKey = refuse(
  409,
  'idempotency',
  '((This Idempotency-Key was used for a different order; use a new one.))',
)

type PlaceOrderInput = Pick<HandlerInput<typeof orders.place>, 'world' | 'customer' | 'fields' | 'origin'> & {
  /** The Idempotency-Key. */
  key: string | undefined
}

/** Checks and lowers stock, inserts the order and stores the key. Call it inside a transaction. */
function placeOrder(input: PlaceOrderInput) {
  const { world, fields, key } = input
  const replay = key === undefined ? null : replayByIdempotencyKey(input, key)
  if (replay) return replay
  // Recorded: a cart that is missing or text is a crash.
  if (!isPhpArray(fields.cart)) throw new SoftwareCrash('cart is not an array')
  const cart = Object.values(fields.cart)
  if (cart.length === 0) return refuse(403, 'empty-cart', 'Cart is empty')
  const lines = cart.map((line) => readLine(world, line))
  const errors = failuresOf(fields, orderRules(world)) ?? []
  // Source R1: the message does not identify the line.
  if (exceedsStock(lines))
    errors.push({ code: 'stock', message: 'One or more product stock is insufficient!' })
  if (errors.length > 0) return { status: 403 as const, body: { errors } }
  const settings = readConfig(world)
  const refusal = explainStoreRefusal(settings, lines)
  if (refusal !== null) return refuse(403, ...refusal)

  const isPickup = fields.order_type === 'self_pickup'
  const order = readOrder(input, {
    delivery_charge: isPickup ? 0 : deliveryChargeFor(world, settings, fields.distance),
    lines: lines.map(({ product, line }) => ({ product, ...readLineColumns(line) })),
  })
  const orderId = storeOrder(input, order)
  linkOrRequestPayment(input, order, orderId)
  return orderPlacedResponse(input, orderId)
}

/** Inserts an order, lowers the stock of its products and stores its key. @returns the id of the order */
function storeOrder(
  { world, customer, fields, key }: PlaceOrderInput,
  order: Omit<NewOrder, 'customer'>,
): number {
  const orderId = insertOrder(world, { ...order, customer })
  for (const { product, quantity } of order.lines) {
    const change = 'SET stock = stock - ?, updated_at = ? WHERE id = ? AND stock - ? <= ?'
    const values = [quantity, world.clock.now(), product.id, quantity, Number.MAX_SAFE_INTEGER]
    // A negative quantity, which the host accepts, raises the stock.
    if (update(world, 'products', change, ...values).changes === 0) throw createOutOfRangeError('total_stock')
    refreshProductJson(world, product.id)
  }
  if (key !== undefined && customer) {
    const row = { customer_id: customer.id, key, body_hash: hashOf(fields), order_id: orderId }
    insert(world, 'idempotency_keys', row)
  }
  return orderId
}

/** Links an earlier payment with the order's key to it, or creates the link of a payment that is due. */
function linkOrRequestPayment(
  { world, customer, key }: PlaceOrderInput,
  { order_amount, payment_method }: Pick<NewOrder, 'order_amount' | 'payment_method'>,
  orderId: number,
): void {
  const amount = amountDue({ order_amount })
  const payment =
    key === undefined ? 'no payment' : claimPaymentForOrder(world, key, { id: orderId, order_amount })
  // Difference: R1 always trusts the payload. The emulator does not if the key's payment succeeded, but is too small,
  // in another currency or of another order. A payment that failed or is pending counts as none.
  if (payment === 'unusable')
    update(world, 'orders', "SET payment_status = 'unpaid', order_status = 'pending' WHERE id = ?", orderId)
  const { isOnline } = paymentMethod(payment_method)
  if (isOnline && payment !== 'paid' && amount >= 1 && customer)
    createPaymentLink(world, customer, { orderId, amount })
}

function orderRules({ extensions, build }: World) {
  return {
    order_amount: [required()],
    // Assumed: this provider accepts orders without an address. Recorded: the original software refuses them.
    delivery_address_id: extensions.pickupWithoutAddress ? [] : [required()],
    order_type: [required(), oneOf('self_pickup', 'delivery')],
    branch_id: [required()],
    // Source R2.
    ...(isSince(build, '7.7') ? { payment_method: [required()] } : {}),
  }
}

/** Returns a hash that does not depend on the order of an object's keys. */
const hashOf = (fields: Fields) =>
  createHash('sha256').update(JSON.stringify(fields, withSortedKeys)).digest('hex')

/** Replaces an object in `JSON.stringify`. */
const withSortedKeys = (_: string, value: unknown) =>
  value === null || typeof value !== 'object' || Array.isArray(value)
    ? value
    : Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))

/** Returns the response for a key that was used or is too long; null for a new one. */
function replayByIdempotencyKey(input: PlaceOrderInput, key: string) {
  const { world, customer, fields } = input
  const sql = 'SELECT order_id, body_hash FROM idempotency_keys WHERE customer_id = ? AND key = ?'
  const row = selectOne<{ order_id: number; body_hash: string }>(world, sql, customer?.id, key)
  if (row) return row.body_hash === hashOf(fields) ? orderPlacedResponse(input, row.order_id) : reusedKey
  if (key.length <= MAX_KEY_LENGTH) return null
  return refuse(403, 'idempotency', `((An Idempotency-Key may have at most ${MAX_KEY_LENGTH} characters.))`)
}

type CartLine = { product: ProductRow; line: Fields }

/** @throws SoftwareCrash for an unknown product. Recorded: the host reads the columns of a row that is missing */
function readLine(world: World, line: unknown): CartLine {
  if (!isPhpArray(line)) throw new SoftwareCrash('a line of the cart is not an array')
  const fields = line as Fields
  for (const name of ['product_id', 'quantity'])
    if (fields[name] === undefined) throw new SoftwareCrash(`a line of the cart has no ${name}`)
  const id = databaseNumber(fields.product_id)
  const product = selectOne<ProductRow>(world, 'SELECT * FROM products WHERE id = ?', id)
  if (!product || isPhpArray(fields.product_id))
    throw new SoftwareCrash('a product of the cart does not exist')
  return { product, line: fields }
}

/**
 * Whether a cart exceeds the stock. Difference: R1 compares each line, so two lines of one product can make it
 * negative.
 */
function exceedsStock(lines: readonly CartLine[]): boolean {
  const ordered = new Map<number, number>()
  return lines.some(({ product, line: { quantity } }) => {
    if (!isNumeric(quantity))
      return quantity !== null && (isPhpArray(quantity) || String(product.stock) < String(quantity))
    // Rounded up, because a quantity of 0.5 is stored as 1.
    const sum = (ordered.get(product.id) ?? 0) + Math.ceil(Number(quantity))
    ordered.set(product.id, sum)
    return product.stock < sum
  })
}

/** Reads the columns of an order as the database does. */
function readOrder<L>(input: PlaceOrderInput, rest: { delivery_charge: number; lines: L[] }) {
  const { world, fields } = input
  const max = world.extensions.largeTotals ? MAX_AMOUNT : COLUMN_MAX
  const method = readTextColumn(fields, 'payment_method', 30)
  const addressId =
    fields.delivery_address_id == null ? null : readIntegerColumn(fields, 'delivery_address_id')
  // A rate of 0 times an infinite distance is not a number.
  if (!(Math.abs(rest.delivery_charge) <= max)) throw createOutOfRangeError('delivery_charge')
  const { coupon_discount_title: title } = fields
  return {
    ...rest,
    order_amount: readAmountColumn(fields, 'order_amount', max),
    coupon_discount_amount: readAmountColumn(fields, 'coupon_discount_amount', max),
    // Source R1: stores the name of the field instead of its value.
    coupon_discount_title: title == null || String(title) === '0' ? null : 'coupon_discount_title',
    coupon_code: readTextColumn(fields, 'coupon_code', 255),
    payment_method: method,
    status: paymentMethod(method).order_status,
    order_type: String(fields.order_type) as Order['order_type'],
    order_note: readTextColumn(fields, 'order_note', 65_535),
    transaction_reference: readTextColumn(fields, 'transaction_reference', 30),
    branch_id: readIntegerColumn(fields, 'branch_id'),
    delivery_address_id: addressId,
    // Recorded: an unknown id is stored without an address.
    address: addressForOrder(input, addressId),
    distance: databaseNumber(fields.distance),
    placedAt: world.clock.now(),
  }
}

/** Returns the delivery charge. Recorded: from the distance in 7.1, fixed in 7.7. */
function deliveryChargeFor({ build }: World, settings: Config, distance: unknown): number {
  if (isSince(build, '7.7')) return settings.delivery_charge
  if (distance === null || distance === undefined) return deliveryCharge(settings, 0)
  if (isNumeric(distance)) return deliveryCharge(settings, Number(distance))
  // PHP refuses to multiply a text without a number; with a number at its beginning, it only warns.
  if (isPhpArray(distance) || !/^\s*[+-]?[\d.]/.test(String(distance)))
    throw new SoftwareCrash('distance is not a number')
  throw new LeakedException()
}

/**
 * Returns why the store takes no orders at present. Assumed: it refuses them in maintenance, and below the minimum that
 * it announces in its settings.
 */
function explainStoreRefusal(
  { maintenance_mode, minimum_order_value: minimum }: Config,
  lines: readonly CartLine[],
): [code: string, message: string] | null {
  if (maintenance_mode) return ['maintenance', '((The store is in maintenance.))']
  const subtotal = lines.reduce(
    (sum, { product, line }) => sum + product.price * databaseNumber(line.quantity),
    0,
  )
  return minimum > 0 && subtotal < minimum
    ? ['minimum_order_value', `((The order of UGX ${subtotal} is below the minimum of UGX ${minimum}.))`]
    : null
}

function createPaymentLink(
  world: World,
  customer: CustomerRow,
  { orderId, amount }: { orderId: number; amount: number },
): void {
  const request = {
    public_key: 'hosted',
    tx_ref: newOrderReference(world, orderId),
    amount,
    currency: CURRENCY,
    payment_options: PAYMENT_OPTIONS,
    customer: {
      email: customer.email,
      phone_number: customer.phone.replace(/[^+\d]/g, ''),
      name: `${customer.f_name} ${customer.l_name}`,
    },
    redirect_url: '/my-account',
  }
  createHostedPayment(world, request, orderId)
}

function orderPlacedResponse({ world, origin }: PlaceOrderInput, orderId: number) {
  const path = isOrderPaid(world, orderId) ? null : findHostedPagePath(world, orderId)
  const redirectUrl = path && origin + path
  const body = { message: 'Order placed successfully', order_id: orderId }
  const isExtended = world.extensions.orderRedirect
  return { status: 200 as const, body: isExtended ? { success: true, ...body, redirectUrl } : body }
}

export const ordersHandlers: ProviderHandlers<typeof orders> = {
  list: ({ world, customer }) => ({
    status: 200,
    // Source R1: the list starts with the oldest order.
    body: selectAll<OrderRow>(
      world,
      'SELECT * FROM orders WHERE customer_id IS ? ORDER BY id',
      customer?.id ?? null,
    ).map((row) => toWireOrder(world, row, customer)),
  }),

  place: ({ header, note, ...input }) => {
    // Source R1: the original software ignores the Idempotency-Key.
    const isKeyed = input.world.extensions.idempotencyKeys && input.customer !== null
    const key = isKeyed ? header('idempotency-key') : undefined
    try {
      return input.world.transaction(() => {
        const response = placeOrder({ ...input, key })
        if (response.status === 200 && isAddressDropped(input)) note('without address')
        return response
      })
    } catch (error) {
      if (error instanceof LeakedException) return { status: 403, body: error.body }
      throw error
    }
  },
}

type AddressInput = Pick<PlaceOrderInput, 'world' | 'customer' | 'fields'>

/** Whether an order names an address with which it is not stored. */
function isAddressDropped(input: AddressInput): boolean {
  const { delivery_address_id: id } = input.fields
  return id != null && addressForOrder(input, databaseNumber(id)) === null
}

function addressForOrder({ world, customer }: AddressInput, id: number | null): Address | null {
  const address = id === null ? undefined : findAddress(world, id)
  // Recorded: the original software does not check whose address it is.
  const isAccepted = !world.extensions.ownAddresses || address?.user_id === (customer?.id ?? null)
  return address && isAccepted ? address : null
}
