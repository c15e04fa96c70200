import type { Address } from 'contracts/resources/addresses'
import type { OrderLine, OrderStatus } from 'contracts/resources/orders'
import type { OptionalProductFields, Product } from 'contracts/resources/products'
import type { ProductFixture } from 'fixtures/catalogue'

// The rows of schema.sql that more than one module reads. Dates are milliseconds since 1970. Money is shillings, whole
// except in orders.

export type CustomerRow = {
  id: number
  f_name: string
  l_name: string
  email: string
  phone: string
  password_hash: string
  image: string | null
  login_hit_count: number
  is_temp_blocked: 0 | 1
  temp_block_time: number | null
  created_at: number
  updated_at: number
}

export type ProductRow = Pick<
  ProductFixture,
  'id' | 'name' | 'price' | 'original_price' | 'stock' | 'category_id'
> & {
  /** The `WireFields` as JSON. */
  wire_fields: string
  created_at: number
  updated_at: number
  /** The product as JSON for lists, updated whenever its row changes. */
  json: string
}

/** The fields of a product that are sent as they are stored. */
export type WireFields = Pick<
  Product,
  'description' | 'image' | 'tax' | 'choice_options' | 'unit' | keyof typeof OptionalProductFields.shape
>

export type AddressRow = Omit<Address, 'user_id' | 'created_at' | 'updated_at'> & {
  customer_id: number | null
  created_at: number
  updated_at: number
}

export type OrderRow = {
  id: number
  customer_id: number | null
  order_amount: number
  coupon_discount_amount: number
  coupon_discount_title: string | null
  delivery_charge: number
  payment_status: 'unpaid' | 'paid'
  order_status: OrderStatus
  coupon_code: string | null
  payment_method: string | null
  transaction_reference: string | null
  order_type: 'delivery' | 'self_pickup'
  order_note: string | null
  branch_id: number
  delivery_address_id: number | null
  delivery_address: string | null
  distance: number
  created_at: number
  updated_at: number
}
export type OrderLineRow = Omit<
  OrderLine,
  'discount_type' | 'is_stock_decreased' | 'product_details' | 'created_at' | 'updated_at'
> & { product_details: string }
