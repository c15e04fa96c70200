import { z } from 'zod'
import { controlEndpoint } from './control-endpoint.ts'
import { WorldInfo } from './worlds.ts'

export const statusControl = {
  get: controlEndpoint({
    method: 'GET',
    path: '/status',
    summary: 'Configuration and state of the emulator.',
    responses: {
      200: z.object({
        status: z.literal('ok'),
        version: z.string(),
        profile: z.string(),
        strict: z.boolean(),
        uptime: z.number().meta({ description: 'Seconds.' }),
        memory: z.number().meta({ description: 'Resident memory in bytes.' }),
        products: z.int(),
        worlds: z.int(),
        world: WorldInfo,
        demo_account: z
          .object({ email: z.string(), password: z.string() })
          .nullable()
          .meta({ description: 'Null if the catalogue has no customers.' }),
        shop: z.boolean().meta({ description: 'Whether the built shop is served at /.' }),
        broken_responses: z
          .array(z.string())
          .meta({ description: 'Responses from the emulator that violated their contract.' }),
      }),
    },
  }),
}

/** For container health checks and load balancers. Answered without a token, a world and the journal. */
export const healthControl = {
  get: controlEndpoint({
    method: 'GET',
    path: '/health',
    summary: 'Whether the emulator responds. Requires no token.',
    responses: { 200: z.object({ status: z.literal('ok') }) },
  }),
}
