import { z } from 'zod'
import { controlEndpoint, Done, Refusal } from './wire.ts'

const DriftState = z
  .object({
    target: z.string().nullable(),
    endpoints: z.array(
      z.object({
        name: z.string(),
        method: z.string(),
        path: z.string(),
        findings: z.array(z.object({ where: z.string(), expected: z.string(), actual: z.string() })),
      }),
    ),
  })
  .meta({ id: 'DriftState' })

export const driftControl = {
  get: controlEndpoint({
    method: 'GET',
    path: '/drift',
    summary: 'The drift that this world reproduces.',
    responses: { 200: DriftState },
  }),
  load: controlEndpoint({
    method: 'POST',
    path: '/drift',
    summary: 'Reproduces the drift in a report.json from now on.',
    body: z.object({ report: z.unknown() }),
    responses: { 200: DriftState, 400: Refusal },
  }),
  clear: controlEndpoint({
    method: 'DELETE',
    path: '/drift',
    summary: 'Stops reproducing drift.',
    responses: { 200: Done },
  }),
}
