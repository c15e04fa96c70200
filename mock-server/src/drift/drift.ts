import type { Finding } from 'contracts/finding'
import { applyDrift, replayFor } from 'contracts/harness/drift'
import { Report } from 'contracts/harness/report'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { StartError } from '../start-error.ts'
import { issueToken } from '../world/access-tokens.ts'
import { demoAccount } from '../world/demo-account.ts'
import { one, type World } from '../world/world.ts'
import { unplayable } from './playable.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** How the drifted host departs on this call; empty without a drift report. */
    drift: readonly Finding[]
  }
}

/** What of a drift report is played back; its counts are its readers' affair. */
const Drift = Report.pick({ target: true, startedAt: true, endpoints: true })
export type Drift = z.infer<typeof Drift>

/** The drift of a report as the harness writes it. Throws a StartError that says what is wrong with it. */
export function readReport(value: unknown): Drift {
  const parsed = Drift.safeParse(value)
  if (parsed.success) {
    for (const { name, findings, accepted } of parsed.data.endpoints) {
      for (const finding of [...findings, ...accepted]) {
        const why = unplayable(finding)
        if (why)
          throw new StartError(`This drift report cannot be played back: ${name.slice(0, 60)}: ${why}.`)
      }
    }
    return parsed.data
  }
  const [issue] = parsed.error.issues
  throw new StartError(
    `This is no drift report: ${issue?.path.join('.') || 'it'}: ${issue?.message}; give a report.json of the contract command.`,
  )
}

/** Finds out how a call drifts, and lets it in where the drifted host asks for no token. */
export function prepareDrift(request: FastifyRequest): void {
  const { world } = request
  if (world.drift === null) return
  const { findings, allowsAnonymous } = replayFor(world.drift, request.method, request.url)
  if (findings.length === 0) return
  request.drift = findings
  // What is changed on its way out must not be compressed yet.
  delete request.headers['accept-encoding']
  if (allowsAnonymous && request.headers.authorization === undefined) {
    request.headers.authorization = `Bearer ${issueToken(world, firstCustomer(world))}`
  }
}

function firstCustomer(world: World): number {
  const email = demoAccount(world)?.email
  return one<{ id: number }>(world, 'SELECT id FROM customers WHERE email = ?', email)?.id ?? 1
}

/** The answer as the drifted host gives it. @returns the payload to send */
export function drifted(request: FastifyRequest, reply: FastifyReply, payload: unknown): unknown {
  const text = Buffer.isBuffer(payload)
    ? payload.toString('utf8')
    : typeof payload === 'string'
      ? payload
      : null
  const isJson = text !== null && String(reply.getHeader('content-type')).includes('json')
  const headers = Object.fromEntries(
    Object.entries(reply.getHeaders()).map(([name, value]) => [name, String(value)]),
  )
  const before = { status: reply.statusCode, headers, body: isJson ? JSON.parse(text) : undefined }
  const after = applyDrift(before, request.drift)
  reply.code(after.status)
  for (const name of Object.keys(headers)) if (!(name in after.headers)) reply.removeHeader(name)
  for (const [name, value] of Object.entries(after.headers)) reply.header(name, value)
  reply.removeHeader('content-length')
  return after.text ?? (isJson ? JSON.stringify(after.body) : payload)
}
