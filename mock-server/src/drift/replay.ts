import { applyDrift, replayFor } from 'contracts/harness/report/replay-drift'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { issueToken } from '../world/access-tokens.ts'
import { demoCustomerId } from '../world/demo-account.ts'

/** Selects the findings that apply to a request, and adds a token if the drifted host requires none. */
export function prepareDrift(request: FastifyRequest): void {
  const { world } = request
  if (world.drift === null) return
  const { findings, allowsAnonymous } = replayFor(world.drift, request.method, request.url)
  if (findings.length === 0) return
  request.drift = findings
  // A response that will be changed must not be compressed yet.
  delete request.headers['accept-encoding']
  if (allowsAnonymous && request.headers.authorization === undefined) {
    request.headers.authorization = `Bearer ${issueToken(world, demoCustomerId(world))}`
  }
}

/** Changes a response to reproduce the drift. @returns the payload to send */
export function reproduceDrift(request: FastifyRequest, reply: FastifyReply, payload: unknown): unknown {
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
