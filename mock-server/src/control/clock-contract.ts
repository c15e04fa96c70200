import { z } from 'zod'
import { controlEndpoint, Refusal } from './wire.ts'

const ClockState = z.object({ now: z.string(), frozen: z.boolean() }).meta({ id: 'Clock' })

export const clockControl = {
  get: controlEndpoint({
    method: 'GET',
    path: '/clock',
    summary: "The world's time.",
    responses: { 200: ClockState },
  }),
  change: controlEndpoint({
    method: 'POST',
    path: '/clock',
    summary: 'Sets, freezes, resumes or advances the time, in this order.',
    body: z.object({
      set: z.iso.datetime({ error: '((set must be an ISO date and time in UTC.))' }).optional(),
      frozen: z.boolean().optional(),
      advance: z
        .union([z.string(), z.number()])
        .optional()
        .meta({ description: '15m, 1h30m, 90s, or milliseconds.' }),
    }),
    responses: { 200: ClockState, 400: Refusal },
  }),
}
