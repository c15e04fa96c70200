import { BrowserReport } from 'contracts/browser-report'
import type { FastifyInstance } from 'fastify'
import type { Handlers } from '../http/handler.ts'
import type { Control } from './contract.ts'

/** Maximum number of stored reports. */
const MAX_REPORTS = 1000

export const browserReportHandlers: Handlers<Control['seen']> = {
  list: ({ world }) => ({ status: 200, body: { reports: [...world.browserReports] } }),
  clear: ({ world }) => {
    world.browserReports.length = 0
    return { status: 200, body: { message: 'All reports are deleted.' } }
  },
}

/**
 * Accepts browser reports without a token, because browsers have none. `sendBeacon` posts JSON as text/plain to avoid a
 * preflight.
 */
export function serveBrowserReportReceiver(app: FastifyInstance): void {
  app.post('/__emulator/seen', { config: { open: true }, bodyLimit: 64 * 1024 }, ({ body, world }, reply) => {
    const report = BrowserReport.safeParse(typeof body === 'string' ? parsed(body) : body)
    if (!report.success) return reply.code(400).send({ message: '((This is not a valid browser report.))' })
    world.browserReports.push({ at: new Date(world.clock.now()).toISOString(), ...report.data })
    if (world.browserReports.length > MAX_REPORTS) world.browserReports.shift()
    return reply.code(204).send()
  })
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
