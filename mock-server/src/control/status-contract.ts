import { z } from 'zod'
import { controlEndpoint } from './wire.ts'
import { WorldInfo } from './worlds-contract.ts'

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
        demo_account: z.string().nullable(),
        broken_answers: z
          .array(z.string())
          .meta({ description: 'Responses of the emulator that violated their contract.' }),
      }),
    },
  }),
}
