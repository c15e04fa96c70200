import { endpoint } from 'contracts/endpoint'
import { SightingReport } from 'contracts/sighting'
import { z } from 'zod'
import { Done, ours } from './wire.ts'

export const Seen = SightingReport.extend({ at: z.string() }).meta({ id: 'Seen' })

export const seenControl = {
  list: endpoint({
    method: 'GET',
    path: '/seen',
    auth: 'none',
    summary: 'What browsers have reported of answers that break their contract, oldest first.',
    answers: { 200: z.object({ reports: z.array(Seen) }) },
    evidence: ours,
  }),
  clear: endpoint({
    method: 'DELETE',
    path: '/seen',
    auth: 'none',
    summary: 'Forgets the reports.',
    answers: { 200: Done },
    evidence: ours,
  }),
}
