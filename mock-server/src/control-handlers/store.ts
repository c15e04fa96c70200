import type { Config } from 'contracts/resources/config'
import type { Control } from '../control-api/control.ts'
import type { Handlers } from '../http/handler.ts'
import { insert, update } from '../world/queries.ts'
import { readBlockMs, readConfig } from '../world/store-config.ts'
import type { World } from '../world/world.ts'

function readSettings(world: World) {
  const config = readConfig(world)
  return {
    minimum_order_value: config.minimum_order_value,
    maintenance_mode: config.maintenance_mode,
    self_pickup: config.self_pickup === 1,
    digital_payment: config.digital_payment === 'true' && config.digital_payment_status === 1,
    shipping_per_km: config.delivery_management?.shipping_per_km ?? 0,
    lock_seconds: readBlockMs(world) / 1000,
    collection_address: config.branches[0]?.address ?? '',
  }
}

export const storeHandlers: Handlers<Control['store']> = {
  get: ({ world }) => ({ status: 200, body: readSettings(world) }),

  change: ({ world, body }) => {
    const config = readConfig(world)
    const next = Object.assign(readSettings(world), body)
    const delivery = config.delivery_management ?? { status: 1, min_shipping_charge: 0 }
    const changed: Config = {
      ...config,
      minimum_order_value: next.minimum_order_value,
      maintenance_mode: next.maintenance_mode,
      self_pickup: next.self_pickup ? 1 : 0,
      digital_payment: next.digital_payment ? 'true' : 'false',
      digital_payment_status: next.digital_payment ? 1 : 0,
      delivery_management: { ...delivery, shipping_per_km: next.shipping_per_km },
      branches: config.branches.map((branch, index) =>
        index === 0 ? { ...branch, address: next.collection_address } : branch,
      ),
    }
    const lock = { name: 'lock_seconds', value: String(next.lock_seconds) }
    world.transaction(() => {
      update(world, 'settings', "SET value = ? WHERE name = 'config'", JSON.stringify(changed))
      insert(world, 'settings', lock, 'replace')
    })
    return { status: 200, body: readSettings(world) }
  },
}
