import { BOUNDS } from 'contracts/bounds'
import { z } from 'zod'
import { controlEndpoint } from './control-endpoint.ts'

/** What `GET /config` announces and the shop obeys. */
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
    collection_address: z.string().max(250).meta({ description: "The first branch's address." }),
  })
  .meta({ id: 'StoreSettings' })

export const storeControl = {
  get: controlEndpoint({
    method: 'GET',
    path: '/store',
    summary: 'The announced settings that decide which orders the host accepts.',
    responses: { 200: StoreSettings },
  }),
  change: controlEndpoint({
    method: 'POST',
    path: '/store',
    summary: 'Changes some of these settings.',
    body: StoreSettings.partial(),
    responses: { 200: StoreSettings },
  }),
}
