import { endpoint } from 'contracts/endpoint'
import { z } from 'zod'
import { Done, ours, Refusal } from './wire.ts'

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
  get: endpoint({
    method: 'GET',
    path: '/drift',
    auth: 'none',
    summary: 'Whose drift the world plays back.',
    answers: { 200: DriftState },
    evidence: ours,
  }),
  load: endpoint({
    method: 'POST',
    path: '/drift',
    auth: 'none',
    summary: 'Answers from now on as the host of a report.json did.',
    body: z.object({ report: z.unknown() }),
    answers: { 200: DriftState, 400: Refusal },
    evidence: ours,
  }),
  clear: endpoint({
    method: 'DELETE',
    path: '/drift',
    auth: 'none',
    summary: 'Follows the contract again.',
    answers: { 200: Done },
    evidence: ours,
  }),
}
