import { BOUNDS } from 'contracts/bounds'
import { z } from 'zod'
import { controlEndpoint } from './control-endpoint.ts'

/** The host's settings: what `GET /config` announces and the shop obeys, and the lock. */
const StoreSettings = z
  .object({
    minimum_order_value: z
      .int()
      .min(BOUNDS.minimum_order_value[0])
      .max(BOUNDS.minimum_order_value[1])
      .meta({ description: 'Shillings, without delivery; 0 for none.' }),
    maintenance_mode: z.boolean(),
    self_pickup: z.boolean().meta({ description: 'Whether customers may collect orders.' }),
    digital_payment: z.boolean().meta({ description: 'Whether customers may pay online.' }),
    shipping_per_km: z
      .number()
      .min(BOUNDS.shipping_per_km[0])
      .max(BOUNDS.shipping_per_km[1])
      .meta({ description: 'Shillings per kilometre.' }),
    lock_seconds: z
      .int()
      .min(1)
      .max(86_400)
      .meta({ description: 'How long five wrong passwords or codes lock an account. Not announced.' }),
    collection_address: z.string().max(250).meta({ description: "The first branch's address." }),
  })
  .meta({ id: 'StoreSettings' })

export const storeControl = {
  get: controlEndpoint({
    method: 'GET',
    path: '/store',
    summary: "The host's settings that decide what it accepts.",
    responses: { 200: StoreSettings },
  }),
  change: controlEndpoint({
    method: 'POST',
    path: '/store',
    summary: 'Changes some of these settings.',
    body: z.strictObject(StoreSettings.shape).partial(),
    responses: { 200: StoreSettings },
  }),
}
