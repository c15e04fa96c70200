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
  insert(world, 'customers', {
    id: fixture.id,
    f_name: fixture.f_name,
    l_name: fixture.l_name,
    email: fixture.email,
    phone: fixture.phone,
    password_hash: hashPasswordSync(world, fixture.password),
    image: fixture.image,
    created_at: now,
    updated_at: now,
  })
  for (const address of fixture.addresses) {
    insert(world, 'addresses', {
      id: address.id,
      customer_id: fixture.id,
      address_type: address.address_type,
      contact_person_name: address.contact_person_name,
      contact_person_number: address.contact_person_number,
      address: address.address,
      latitude: address.latitude,
      longitude: address.longitude,
      created_at: now,
      updated_at: now,
    })
  }
  for (const productId of fixture.wishlist) {
    insert(world, 'wishlist', { customer_id: fixture.id, product_id: productId, created_at: now })
  }
  for (const past of fixture.orders) seedOrder(world, fixture, past)
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
