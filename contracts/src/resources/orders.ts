import { z } from 'zod'
import { BUILDS, endpoint, ONLY_7_1 } from '../endpoint.ts'
import { collects, entity, follows, holds, reference } from '../relation.ts'
import { personal } from '../schema/privacy.ts'
import { derived, from, sent } from '../selection.ts'
import {
  eachRowOnce,
  FailureList,
  FileName,
  Flag,
  Id,
  MAX_LONG_TEXT_LENGTH,
  MAX_TEXT_LENGTH,
  Message,
  Money,
  ServerError,
  Timestamp,
  Unauthenticated,
} from '../wire.ts'
import { Address } from './addresses.ts'
import { Customer, customerEntity, tokenOwner } from './customer.ts'
import { products } from './products.ts'

/** Source R1: exactly these values; `canceled` has one l. Final states: delivered, returned, failed, canceled. */
export const ORDER_STATUSES = [
  'pending',
  'confirmed',
  'processing',
  'out_for_delivery',
  'delivered',
  'returned',
  'failed',
  'canceled',
] as const
export const OrderStatus = z.enum(ORDER_STATUSES).meta({ id: 'OrderStatus' })
export type OrderStatus = z.infer<typeof OrderStatus>

/** A snapshot of the ordered product, in `product_details`. Its lists are encoded as JSON strings. */
export const OrderedProduct = z
  .object({
    id: Id.optional(),
    name: z.string().nullable(),
    price: Money.optional(),
    image: z
      .union([z.string(), z.array(z.string())])
      .nullable()
      .meta({ description: 'JSON string of file names, or the decoded list.' }),
    image_fullpath: z.array(z.string()).nullish(),
  })
  // Source R1: contains all columns of the product's row as it was at the time of the order.
  .catchall(z.unknown())
  .meta({ id: 'OrderedProduct' })
export type OrderedProduct = z.infer<typeof OrderedProduct>

function isJson(text: string): boolean {
  return decodeJson(text) !== undefined
}

/** Decodes a JSON string. Returns other values unchanged, and undefined for a string that is not JSON. */
function decodeJson(value: unknown): unknown {
  try {
    return typeof value === 'string' ? JSON.parse(value) : value
  } catch {
    return undefined
  }
}

/** Whether an ordered product contains only file names as images. The shop appends them to the URL of a folder. */
function hasFileNames({ product_details }: Pick<OrderLine, 'product_details'>): boolean {
  const { image } = (decodeJson(product_details) ?? {}) as Partial<OrderedProduct>
  return [decodeJson(image) ?? image ?? []].flat().every((file) => FileName.safeParse(file).success)
}

export const OrderLine = z
  .object({
    id: Id,
    order_id: Id,
    product_id: Id,
    price: Money.meta({ description: 'Price per unit before discount.' }),
    quantity: z.int(),
    discount_on_product: z.number().nullable(),
    discount_type: z.string(),
    tax_amount: z.number(),
    unit: z.string(),
    variant: z.string().nullable(),
    variation: z.string().nullable(),
    product_details: z
      .union([z.string().refine(isJson, { error: 'JSON string' }), OrderedProduct])
      .nullable()
      .meta({ description: 'JSON string of the ordered product; an object at some endpoints of the host.' }),
    is_stock_decreased: z.int(),
    created_at: Timestamp.nullable(),
    updated_at: Timestamp.nullable(),
  })
  .meta({ id: 'OrderLine' })
export type OrderLine = z.infer<typeof OrderLine>

export const Order = z
  .object({
    id: Id,
    user_id: Id.nullable(),
    order_amount: Money,
    coupon_discount_amount: Money,
    coupon_discount_title: z.string().nullable(),
    coupon_code: z.string().nullable(),
    total_tax_amount: Money,
    delivery_charge: Money,
    payment_status: z.enum(['unpaid', 'paid']),
    order_status: OrderStatus,
    payment_method: z.string().nullable(),
    transaction_reference: personal(z.string()).nullable(),
    order_type: z.enum(['delivery', 'self_pickup', 'pos']),
    order_note: personal(z.string()).nullable(),
    // Recorded.
    is_guest: Flag.optional().meta({ description: 'From 7.7 on.' }),
    bring_change_amount: Money.nullish(),
    paid_amount: Money.optional(),
    callback: z.string().nullable(),
    branch_id: Id,
    delivery_address_id: Id.nullable(),
    delivery_man_id: Id.nullable(),
    delivery_address: Address.partial({ user_id: true }).nullable(),
    extra_discount: z
      .string()
      .meta({ description: 'A decimal column without a cast, hence a string: "0.00".' }),
    checked: z.int(),
    created_at: Timestamp.nullable(),
    updated_at: Timestamp.nullable(),
    details: z.array(OrderLine),
    details_count: z.int(),
    total_quantity: z.int(),
    deliveryman_review_count: z.int(),
    customer: Customer.nullable(),
    delivery_man: z.record(z.string(), z.unknown()).nullable(),
  })
  .meta({ id: 'Order' })
export type Order = z.infer<typeof Order>

/** A cart line as the shop sends it. The host reads product_id, quantity, variant and variation. */
const PlacedLine = z.object({
  product_id: z.string().max(MAX_TEXT_LENGTH),
  price: z.string().regex(/^\d+$/).max(MAX_TEXT_LENGTH).meta({ description: 'Whole shillings as a string.' }),
  variant: z.string().max(MAX_TEXT_LENGTH),
  variation: z.array(z.unknown()).refine((list) => JSON.stringify(list).length <= MAX_LONG_TEXT_LENGTH, {
    error: `((A variation may have ${MAX_LONG_TEXT_LENGTH} characters at most.))`,
  }),
  discount_amount: z.number(),
  quantity: z.int().min(1),
  tax_amount: z.number(),
})

/** Recorded: any exception of the database is returned like this, such as an amount that exceeds its column. */
const Exceptions = z.array(
  z.object({ errorInfo: z.array(z.unknown()).optional(), connectionName: z.string().optional() }),
)

const evidence = { kind: 'documented', source: 'R1 OrderController' } as const

export const orders = {
  list: endpoint({
    method: 'GET',
    path: '/customer/order/list',
    auth: 'bearer',
    guestsFrom: '7.7',
    readOnly: 'the test customer’s own list; reading marks nothing as seen',
    summary: "The customer's orders, oldest first.",
    responses: { 200: z.array(Order), 401: Unauthenticated },
    recordedIn: { 200: BUILDS, 401: ONLY_7_1 },
    evidence,
  }),

  place: endpoint({
    method: 'POST',
    path: '/customer/order/place',
    auth: 'bearer',
    guestsFrom: '7.7',
    summary:
      'Places an order and lowers the stock. A repeated request with the same Idempotency-Key returns the same order.',
    body: z.object({
      order_amount: z.number({ error: 'The order amount field is required.' }),
      // Assumed: null for pickup. Source R1: the host requires an address.
      delivery_address_id: Id.nullable(),
      order_type: z.enum(['delivery', 'self_pickup'], {
        error: (issue) =>
          issue.input == null ? 'The order type field is required.' : 'The selected order type is invalid.',
      }),
      branch_id: Id,
      cart: z.array(PlacedLine),
      coupon_discount_amount: z.number(),
      coupon_discount_title: z.string().max(MAX_TEXT_LENGTH),
      payment_method: z.string().max(30),
      // Source R1: the admin panel cannot mark a digitally paid order as delivered without this field. A setting in
      // the shop determines whether it is sent.
      transaction_reference: personal(z.string().max(191)).optional(),
      order_note: personal(z.string().max(MAX_LONG_TEXT_LENGTH)),
      distance: personal(z.number().meta({ description: 'Kilometres.' })),
      coordinates: personal(z.object({ lat: z.number(), lng: z.number() })),
    }),
    responses: {
      200: Message.extend({
        success: z.boolean().optional(),
        order_id: Id,
        redirectUrl: z.string().nullable().optional(),
      }),
      401: Unauthenticated,
      // Source R3: later builds use this status for business errors.
      422: FailureList,
      403: z.union([FailureList, Exceptions]),
      // Recorded: no cart, a cart that is text, or an unknown product.
      500: ServerError,
      // Difference: the host ignores Idempotency-Key; the emulator rejects a key that was used with a different body.
      409: FailureList,
    },
    recordedIn: { 200: BUILDS, 401: ONLY_7_1, 403: BUILDS, 500: BUILDS },
    evidence: { ...evidence, note: 'success as in R3; redirectUrl is assumed' },
  }),
}

const listedOrders = from(orders.list, '$[]')
const list = from(orders.list, '$')
const sentOrder = sent(orders.place, ['order_id'], ({ cart, ...request }, { order_id }) => [
  { ...request, id: order_id, details: cart.map(({ product_id, quantity }) => ({ product_id, quantity })) },
])
const orderEntity = entity<Order>('an order is stored as sent', 'id', [
  'order_amount',
  'order_type',
  'payment_method',
  'transaction_reference',
  'order_note',
  'coupon_discount_amount',
  'details',
])
const delivery = entity<Order>('an order is delivered to the address that was sent', 'id', [
  'delivery_address_id',
])

export const relations = [
  orderEntity.in(sentOrder),
  orderEntity.in(listedOrders),
  delivery.in(sentOrder),
  // If an order contains a different customer's address, a host may store it without an address.
  delivery.in(
    derived(listedOrders, ['id', 'delivery_address_id'], (row) =>
      row.delivery_address_id === null ? null : row,
    ),
  ),
  customerEntity.in(from(orders.list, '$[].customer')),
  collects('orders change only as requested', list, [
    sent(orders.place, ['order_id'], (_, { order_id }) => [{ added: String(order_id) }]),
  ]),
  follows(
    'an order lowers the stock by its quantity',
    from(products.details, '$.product'),
    ['total_stock', 'id'],
    [sent(orders.place, [], ({ cart }) => cart)],
    'the previous stock minus the ordered quantity',
    (after, before, lines) =>
      after.total_stock ===
      lines
        .filter(({ product_id }) => product_id === String(after.id))
        .reduce((stock, { quantity }) => stock - quantity, before.total_stock),
  ),
  follows(
    'an order lowers the stock of no other product',
    from(products.latest, '$.products'),
    ['[].id', '[].total_stock'],
    [sent(orders.place, [], ({ cart }) => cart)],
    'the previous stock of each product, minus what was ordered of it',
    (after, before, lines) =>
      after.every(({ id, total_stock }) => {
        const earlier = before.find((product) => product.id === id)
        const ordered = lines.filter(({ product_id }) => product_id === String(id))
        const sum = ordered.reduce((total, { quantity }) => total + quantity, 0)
        return !earlier || total_stock === earlier.total_stock - sum
      }),
  ),
  holds(
    'orders are listed oldest first',
    list,
    ['[].id'],
    'ascending ids',
    // Compares only the first and the last id, which is enough to detect the reverse order.
    (rows) => (rows[0]?.id ?? 0) <= (rows.at(-1)?.id ?? 0),
  ),
  eachRowOnce(list),
  eachRowOnce(from(orders.list, '$[].details')),
  reference('an order belongs to the customer', listedOrders, 'user_id', tokenOwner, 'id'),
  reference('an order shows its own customer', from(orders.list, '$[].customer'), 'id', tokenOwner, 'id'),
  reference(
    'an order is delivered to an address of the customer',
    from(orders.list, '$[].delivery_address'),
    'user_id',
    tokenOwner,
    'id',
  ),
  holds(
    'images of ordered products are file names',
    from(orders.list, '$[].details[]'),
    ['product_details'],
    'file names without a folder',
    hasFileNames,
  ),
  holds(
    'lines belong to their order',
    listedOrders,
    ['id', 'details[].order_id'],
    'the order_id of each of its details',
    ({ id, details }) => details.every(({ order_id }) => order_id === id),
  ),
]
