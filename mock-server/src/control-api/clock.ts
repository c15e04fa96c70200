import { z } from 'zod'
import { controlEndpoint } from './control-endpoint.ts'
import { duration } from './duration.ts'

const ClockInfo = z.object({ now: z.string(), frozen: z.boolean() }).meta({ id: 'Clock' })

export const clockControl = {
  get: controlEndpoint({
    method: 'GET',
    path: '/clock',
    summary: "The world's time.",
    responses: { 200: ClockInfo },
  }),
  change: controlEndpoint({
    method: 'POST',
    path: '/clock',
    summary: 'Sets, freezes, resumes or advances the time, in this order.',
    body: z.strictObject({
      set: z.iso.datetime({ error: '((set must be an ISO date and time in UTC.))' }).optional(),
      frozen: z.boolean().optional(),
      advance: duration('advance').optional().meta({ description: '15m, 1h30m, 90s, or milliseconds.' }),
    }),
    responses: { 200: ClockInfo },
  }),
}
