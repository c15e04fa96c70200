import { count } from '../harness/report/exit-code.ts'
import { printable } from '../harness/report/printable.ts'
import { applyDrift, replayFor } from '../harness/report/replay-drift.ts'
import type { Report } from '../harness/report/report.ts'
import { startEmbeddedEmulator } from './emulator.ts'
import { type HostProxy, type HostResponse, startHostProxy } from './host-proxy.ts'

/** Starts an emulator on a port that reproduces the drift in a report. */
export async function startReplay(
  report: Report,
  port: number,
): Promise<HostProxy & { token: () => string }> {
  const emulator = await startEmbeddedEmulator()
  const token = emulator.token()
  const host = await startHostProxy(emulator.fetch, port)
  host.plant(async (response, request, handle) => {
    const { findings, allowsAnonymous } = replayFor(report, request.method, request.path)
    if (findings.length === 0) return undefined
    const open = allowsAnonymous && response.status === 401
    return drifted(open ? await handle({ authorization: `Bearer ${token}` }) : response, findings)
  })
  return {
    ...host,
    token: emulator.token,
    close: async () => {
      await host.close()
      await emulator.close()
    },
  }
}

function drifted(reply: HostResponse, findings: Parameters<typeof applyDrift>[1]): HostResponse {
  const isJson = reply.headers['content-type']?.includes('json')
  const body = isJson ? JSON.parse(reply.body.toString('utf8')) : undefined
  const next = applyDrift({ status: reply.status, headers: reply.headers, body }, findings)
  if (next.closes) return { ...reply, takeOver: (response) => void response.destroy() }
  const text = next.text ?? (isJson ? JSON.stringify(next.body) : undefined)
  return { ...reply, ...next, body: text === undefined ? reply.body : Buffer.from(text) }
}

/** Replays a report until the process is stopped. */
export async function replay(report: Report, port: number): Promise<number> {
  const host = await startReplay(report, port)
  const drifts = report.endpoints.filter((each) => each.findings.length > 0)
  const print = (line: string) => process.stdout.write(`${printable(line)}\n`)
  print(`${host.origin} responds like ${report.target} at ${report.startedAt}:`)
  for (const { name, findings } of drifts) print(`  ${name}: ${count(findings.length, 'finding')}`)
  print('Stop with Ctrl+C.')
  await new Promise<void>((done) => {
    process.once('SIGINT', done)
    process.once('SIGTERM', done)
  })
  await host.close()
  return 0
}
