import { SightingReport } from 'contracts/sighting'
import { z } from 'zod'
import { controlEndpoint, Done } from './wire.ts'

export const BrowserReport = SightingReport.extend({ at: z.string() }).meta({ id: 'Seen' })

export const browserReportControl = {
  list: controlEndpoint({
    method: 'GET',
    path: '/seen',
    summary: 'What browsers have reported of answers that break their contract, oldest first.',
    responses: { 200: z.object({ reports: z.array(BrowserReport) }) },
  }),
  clear: controlEndpoint({
    method: 'DELETE',
    path: '/seen',
    summary: 'Forgets the reports.',
    responses: { 200: Done },
  }),
}
