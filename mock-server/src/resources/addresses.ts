import type { Address, addresses } from 'contracts/resources/addresses'
import type { Handlers } from '../http/handler.ts'
import { refuseWithMessage } from '../http/response/failures.ts'
import { eloquentTime } from '../world/clock.ts'
import type { AddressRow } from '../world/rows.ts'
import { insert, remove, selectAll, selectOne, type World } from '../world/world.ts'

function wireAddress({ customer_id, created_at, updated_at, ...row }: AddressRow): Address {
  return {
    ...row,
    user_id: customer_id,
    created_at: eloquentTime(created_at),
    updated_at: eloquentTime(updated_at),
  }
}

/** Returns a customer's address, or undefined if it belongs to a different customer. */
export function addressOf(world: World, customerId: number, id: number): Address | undefined {
  const sql = 'SELECT * FROM addresses WHERE id = ? AND customer_id = ?'
  const row = selectOne<AddressRow>(world, sql, id, customerId)
  return row && wireAddress(row)
}

export const addressesHandlers: Handlers<typeof addresses> = {
  list: ({ world, customer }) => ({
    status: 200,
    body: selectAll<AddressRow>(
      world,
      'SELECT * FROM addresses WHERE customer_id = ? ORDER BY id DESC',
      customer.id,
    ).map(wireAddress),
  }),

  add: ({ world, body, customer }) => {
    const now = world.clock.now()
    const text = (value: string | number | null | undefined) => (value == null ? null : String(value))
    const { lastInsertRowid } = insert(world, 'addresses', {
      ...body,
      customer_id: customer.id,
      road: text(body.road),
      house: text(body.house),
      floor: text(body.floor),
      latitude: text(body.latitude),
      longitude: text(body.longitude),
      created_at: now,
      updated_at: now,
    })
    // assumed: this provider returns the created row. Observed: the original software returns only a message.
    if (!world.extensions.createdAddress) return { status: 200, body: { message: 'successfully added!' } }
    return { status: 200, body: addressOf(world, customer.id, lastInsertRowid) as Address }
  },

  delete: ({ world, body, customer }) => {
    const condition = 'WHERE id = ? AND customer_id = ?'
    const { changes } = remove(world, 'addresses', condition, Number(body.address_id), customer.id)
    if (changes === 0) return refuseWithMessage(404, 'No such data found!')
    return { status: 200, body: { message: 'successfully removed!' } }
  },
}
