import type { CustomerFixture } from 'fixtures/catalogue'
import { addressOf } from '../resources/addresses.ts'
import { deliveryCharge, readConfig } from '../resources/config.ts'
import { insertOrder } from '../resources/order-rows.ts'
import type { ProductRow } from '../resources/products.ts'
import { hashPasswordSync } from '../world/passwords.ts'
import { one, run, type World } from '../world/world.ts'

/** Writes a customer with the addresses, the wish-list and the past orders of the fixture. */
export function seedCustomer(world: World, fixture: CustomerFixture): void {
  const now = world.clock.now()
  run(
    world,
    `INSERT INTO customers (id, f_name, l_name, email, phone, password_hash, image, created_at, updated_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    fixture.id,
    fixture.f_name,
    fixture.l_name,
    fixture.email,
    fixture.phone,
    hashPasswordSync(world, fixture.password),
    fixture.image,
    now,
    now,
  )
  for (const address of fixture.addresses) {
    run(
      world,
      `INSERT INTO addresses (id, customer_id, address_type, contact_person_name, contact_person_number, address,
         latitude, longitude, created_at, updated_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      address.id,
      fixture.id,
      address.address_type,
      address.contact_person_name,
      address.contact_person_number,
      address.address,
      address.latitude,
      address.longitude,
      now,
      now,
    )
  }
  for (const productId of fixture.wishlist) {
    run(
      world,
      'INSERT INTO wishlist (customer_id, product_id, created_at) VALUES (?, ?, ?)',
      fixture.id,
      productId,
      now,
    )
  }
  for (const past of fixture.orders) seedOrder(world, fixture, past)
}

function seedOrder(world: World, customer: CustomerFixture, past: CustomerFixture['orders'][number]): void {
  const lines = past.lines.map(({ product_id, quantity }) => ({
    product: one<ProductRow>(world, 'SELECT * FROM products WHERE id = ?', product_id) as ProductRow,
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
