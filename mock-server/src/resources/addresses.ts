import type { Address, addresses } from 'contracts/resources/addresses'
import type { ProviderHandlers } from '../http/handler.ts'
import { databaseNumber, readTextColumnOrCrash } from '../http/request/php-input.ts'
import { refuseInvalid, required } from '../http/request/validation-rules.ts'
import { refuseWithMessage } from '../http/response/failures.ts'
import { isSince } from '../provider/builds.ts'
import { eloquentTime } from '../world/database-dates.ts'
import { insert, remove, selectAll, selectOne } from '../world/queries.ts'
import type { AddressRow } from '../world/rows.ts'
import type { World } from '../world/world.ts'

function toWireAddress(world: World, { customer_id, created_at, updated_at, ...row }: AddressRow): Address {
  return {
    ...row,
    user_id: customer_id,
    created_at: eloquentTime(created_at),
    updated_at: eloquentTime(updated_at),
    // Recorded: from 7.7 on.
    ...(isSince(world.build, '7.7') ? { is_guest: customer_id === null ? 1 : 0 } : {}),
  }
}

/** Returns an address of any customer. Recorded: the host does not check whose address an order names. */
export function findAddress(world: World, id: number): Address | undefined {
  const row = selectOne<AddressRow>(world, 'SELECT * FROM addresses WHERE id = ?', id)
  return row && toWireAddress(world, row)
}

const ADDRESS_RULES = {
  contact_person_name: [required()],
  address_type: [required()],
  contact_person_number: [required()],
  address: [required()],
}

/** Source R1: the widths of the host's columns. */
const COLUMN_WIDTHS = {
  contact_person_name: 100,
  address_type: 100,
  contact_person_number: 20,
  address: 250,
  road: 50,
  house: 50,
  floor: 10,
  latitude: 255,
  longitude: 255,
}

export const addressesHandlers: ProviderHandlers<typeof addresses> = {
  list: ({ world, customer }) => ({
    status: 200,
    body: selectAll<AddressRow>(
      world,
      'SELECT * FROM addresses WHERE customer_id IS ? ORDER BY id DESC',
      customer?.id ?? null,
    ).map((row) => toWireAddress(world, row)),
  }),

  add: ({ world, fields, customer }) => {
    const refused = refuseInvalid(fields, ADDRESS_RULES)
    if (refused) return refused
    const now = world.clock.now()
    const columns = Object.entries(COLUMN_WIDTHS).map(([name, maxLength]) => [
      name,
      readTextColumnOrCrash(fields, name, maxLength),
    ])
    const { lastInsertRowid } = insert(world, 'addresses', {
      ...Object.fromEntries(columns),
      customer_id: customer?.id ?? null,
      created_at: now,
      updated_at: now,
    })
    // Assumed: this provider returns the created row. Recorded: the original software returns only a message.
    if (!world.extensions.createdAddress) return { status: 200, body: { message: 'successfully added!' } }
    return { status: 200, body: findAddress(world, lastInsertRowid) as Address }
  },

  delete: ({ world, fields, customer }) => {
    const refused = refuseInvalid(fields, { address_id: [required()] })
    if (refused) return refused
    const condition = 'WHERE id = ? AND customer_id IS ?'
    const { changes } = remove(
      world,
      'addresses',
      condition,
      databaseNumber(fields.address_id),
      customer?.id ?? null,
    )
    if (changes === 0) return refuseWithMessage(404, 'No such data found!')
    return { status: 200, body: { message: 'successfully removed!' } }
  },
}
