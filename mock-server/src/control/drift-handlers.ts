import { BrowserReport } from 'contracts/browser-report'
import type { FastifyInstance } from 'fastify'
import { readReport } from '../drift/report.ts'
import type { Handlers } from '../http/handler.ts'
import { refuseWithMessage } from '../http/response/failures.ts'
import { StartError } from '../start-error.ts'
import type { World } from '../world/world.ts'
import type { Control } from './contract.ts'

function driftState({ drift }: World) {
  const endpoints = drift?.endpoints.filter((each) => each.findings.length > 0) ?? []
  return {
    target: drift?.target ?? null,
    endpoints: endpoints.map(({ name, method, path, findings }) => ({
      name,
      method,
      path,
      findings: findings.map(({ where, expected, actual }) => ({ where, expected, actual })),
    })),
  }
}

export const driftHandlers: Handlers<Control['drift']> = {
  get: ({ world }) => ({ status: 200, body: driftState(world) }),
  load: ({ world, body }) => {
    try {
      world.drift = readReport(body.report)
    } catch (error) {
      if (error instanceof StartError) return refuseWithMessage(400, `((${error.message}))`)
      throw error
    }
    return { status: 200, body: driftState(world) }
  },
  clear: ({ world }) => {
    world.drift = null
    return { status: 200, body: { message: 'The emulator follows the contract again.' } }
  },
}

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
    const report = BrowserReport.safeParse(typeof body === 'string' ? parseJson(body) : body)
    if (!report.success) return reply.code(400).send({ message: '((This is not a valid browser report.))' })
    world.browserReports.push({ at: new Date(world.clock.now()).toISOString(), ...report.data })
    if (world.browserReports.length > MAX_REPORTS) world.browserReports.shift()
    return reply.code(204).send()
  })
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
