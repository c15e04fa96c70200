import { endpoint } from 'contracts/endpoint'
import { z } from 'zod'
import { ours, Refusal } from './wire.ts'

const ClockState = z.object({ now: z.string(), frozen: z.boolean() }).meta({ id: 'Clock' })

export const clockControl = {
  get: endpoint({
    method: 'GET',
    path: '/clock',
    auth: 'none',
    summary: "The world's time.",
    answers: { 200: ClockState },
    evidence: ours,
  }),
  change: endpoint({
    method: 'POST',
    path: '/clock',
    auth: 'none',
    summary: 'Sets, freezes, resumes or advances the time, in this order.',
    body: z.object({
      set: z.iso.datetime({ error: '((set must be an ISO date and time in UTC.))' }).optional(),
      frozen: z.boolean().optional(),
      advance: z
        .union([z.string(), z.number()])
        .optional()
        .meta({ description: '15m, 1h30m, 90s, or milliseconds.' }),
    }),
    answers: { 200: ClockState, 400: Refusal },
    evidence: ours,
  }),
}
