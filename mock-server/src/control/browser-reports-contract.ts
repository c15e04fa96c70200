import { BrowserReport } from 'contracts/browser-report'
import { z } from 'zod'
import { controlEndpoint, Done } from './wire.ts'

export const StoredReport = BrowserReport.extend({ at: z.string() }).meta({ id: 'Seen' })

export const browserReportControl = {
  list: controlEndpoint({
    method: 'GET',
    path: '/seen',
    summary: 'Contract violations that browsers have reported, oldest first.',
    responses: { 200: z.object({ reports: z.array(StoredReport) }) },
  }),
  clear: controlEndpoint({
    method: 'DELETE',
    path: '/seen',
    summary: 'Deletes the reports.',
    responses: { 200: Done },
  }),
}
