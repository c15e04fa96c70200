import type { Endpoint } from '../../src/endpoint.ts'
import type { ReportFacts } from './facts.ts'
import { pluralize } from './plural.ts'
import type { LastVerified } from './report.ts'

const DAY = 86_400_000

/**
 * Returns how recently an endpoint was verified on a live host. A run against the emulator is no evidence about the
 * host.
 */
export function lastVerified(
  name: string,
  { evidence }: Endpoint,
  isVerified: boolean,
  { now, host, state, emulatorExchanges, previous, plan }: ReportFacts,
): LastVerified {
  if (isVerified && !host.isEmulator && state.kind === 'usable') {
    const on = now.toISOString()
    return { kind: 'live', on, days: 0, text: plan ? 'verified live now' : `recorded on ${on.slice(0, 10)}` }
  }
  const reports = previous?.target === host.origin ? previous.endpoints : []
  const [on] = [
    ...reports.filter((report) => report.name === name).map((report) => report.evidence.on ?? ''),
    evidence.kind === 'observed' ? evidence.on : '',
  ]
    .filter((date) => !Number.isNaN(Date.parse(date)))
    .sort()
    .reverse()
  if (on) {
    const days = Math.max(0, Math.floor((now.getTime() - Date.parse(on)) / DAY))
    const text = days === 0 ? 'verified live earlier today' : `${pluralize(days, 'day')} ago`
    return { kind: 'earlier', on, days, text }
  }
  return host.isEmulator || emulatorExchanges
    ? { kind: 'emulator', text: 'emulator only' }
    : { kind: 'never', text: 'never' }
}
