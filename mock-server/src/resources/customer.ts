import type { ProviderBuild } from 'contracts/endpoint'
import type { Customer, customer } from 'contracts/resources/customer'
import type { ProviderHandlers } from '../http/handler.ts'
import { ORIGIN_MARK } from '../http/response/origin.ts'
import { isSince } from '../provider/builds.ts'
import { hashSecret } from '../world/access-tokens.ts'
import { eloquentTime, sqlTime } from '../world/database-dates.ts'
import type { CustomerRow } from '../world/rows.ts'

/** Returns a customer's JSON. Source R1: the host sends the whole row, including tokens and counters. */
export function toWireCustomer(row: CustomerRow): Customer {
  return {
    id: row.id,
    f_name: row.f_name,
    l_name: row.l_name,
    email: row.email,
    phone: row.phone,
    image: row.image,
    image_fullpath: row.image
      ? `${ORIGIN_MARK}/storage/profile/${row.image}`
      : `${ORIGIN_MARK}/assets/admin/img/160x160/img1.jpg`,
    is_phone_verified: 0,
    email_verified_at: null,
    email_verification_token: null,
    cm_firebase_token: null,
    temporary_token: temporaryToken(row),
    login_hit_count: row.login_hit_count,
    is_temp_blocked: row.is_temp_blocked,
    temp_block_time: row.temp_block_time === null ? null : sqlTime(row.temp_block_time),
    login_medium: 'general',
    created_at: eloquentTime(row.created_at),
    updated_at: eloquentTime(row.updated_at),
  }
}

/** Returns the response of `GET /customer/info`. Recorded: 7.7 sends selected fields, without the image's URL. */
function toCustomerInfo(row: CustomerRow, build: ProviderBuild): Customer {
  const customer = toWireCustomer(row)
  if (!isSince(build, '7.7')) return customer
  const {
    image_fullpath: _,
    temporary_token: __,
    login_hit_count: ___,
    is_temp_blocked: ____,
    temp_block_time: _____,
    created_at: ______,
    ...selected
  } = customer
  return { ...selected, wallet_balance: 0 }
}

/** Returns `temporary_token`. Recorded: 40 characters, new with each log-in. No endpoint of this API accepts it. */
function temporaryToken({ id, updated_at }: CustomerRow): string {
  return hashSecret(`temporary ${id} ${updated_at}`).slice(0, 40)
}

export const customerHandlers: ProviderHandlers<typeof customer> = {
  info: ({ world, customer }) => ({ status: 200, body: toCustomerInfo(customer, world.build) }),
}
