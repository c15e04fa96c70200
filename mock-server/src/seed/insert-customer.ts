import type { CustomerFixture } from 'fixtures/catalogue'
import { addressOf } from '../resources/addresses.ts'
import { deliveryCharge, readConfig } from '../resources/config.ts'
import { insertOrder } from '../resources/order-records.ts'
import { hashPasswordSync } from '../world/passwords.ts'
import type { ProductRow } from '../world/rows.ts'
import { insert, selectOne, type World } from '../world/world.ts'

/** Inserts a customer with the fixture's addresses, wishlist and past orders. */
export function seedCustomer(world: World, fixture: CustomerFixture): void {
  const now = world.clock.now()
  const dates = { created_at: now, updated_at: now }
  const { password, addresses, wishlist, orders, ...columns } = fixture
  insert(world, 'customers', { ...columns, password_hash: hashPasswordSync(world, password), ...dates })
  for (const address of addresses)
    insert(world, 'addresses', { ...address, customer_id: fixture.id, ...dates })
  for (const product_id of wishlist)
    insert(world, 'wishlist', { customer_id: fixture.id, product_id, created_at: now })
  for (const past of orders) seedOrder(world, fixture, past)
}

function seedOrder(world: World, customer: CustomerFixture, past: CustomerFixture['orders'][number]): void {
  const lines = past.lines.map(({ product_id, quantity }) => ({
    product: selectOne<ProductRow>(world, 'SELECT * FROM products WHERE id = ?', product_id) as ProductRow,
    quantity,
    variant: '',
    variation: [],
  }))
  const address = past.address_id === null ? null : (addressOf(world, customer.id, past.address_id) ?? null)
  const distance = address ? 4 : 0
  const charge = address ? deliveryCharge(readConfig(world), distance) : 0
  const subtotal = lines.reduce((sum, line) => sum + line.product.price * line.quantity, 0)
  insertOrder(world, {
    customer,
    lines,
    order_amount: Math.round((subtotal + charge) / 100) * 100,
    delivery_charge: charge,
    payment_method: 'flutterwave',
    status: past.status,
    order_note: null,
    branch_id: 1,
    address,
    distance,
    placedAt: Date.parse(past.placed_at),
  })
}
