import { z } from 'zod'
import { controlEndpoint } from './wire.ts'
import { WorldInfo } from './worlds-contract.ts'

export const statusControl = {
  get: controlEndpoint({
    method: 'GET',
    path: '/status',
    summary: 'What this emulator is, and how it is.',
    responses: {
      200: z.object({
        status: z.literal('ok'),
        version: z.string(),
        profile: z.string(),
        strict: z.boolean(),
        uptime: z.number().meta({ description: 'Seconds.' }),
        memory: z.number().meta({ description: 'Bytes resident.' }),
        products: z.int(),
        worlds: z.int(),
        world: WorldInfo,
        demo_account: z.string().nullable(),
        broken_answers: z
          .array(z.string())
          .meta({ description: 'Answers by which the emulator broke its own contract.' }),
      }),
    },
  }),
}
