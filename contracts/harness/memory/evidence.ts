import type { Endpoint } from '../../src/endpoint.ts'
import type { EvidenceState, Report } from '../report/report.ts'

const DAY = 86_400_000

/**
 * How recent the proof is. An earlier run counts with its age, and a run of the emulator proves nothing about the host.
 */
export function evidenceOf(facts: {
  now: Date
  /** The host, and not an emulator, has been graded in this run. */
  live: boolean
  /** An emulator has been graded in this run. */
  emulator: boolean
  declared: Endpoint | null
  /** When an earlier report saw it live. */
  earlier: string | null
}): EvidenceState {
  const { now, live, emulator, declared, earlier } = facts
  if (live) return { kind: 'live', on: now.toISOString(), days: 0, text: 'verified live now' }
  const observed = declared?.evidence.kind === 'observed' ? declared.evidence.on : null
  const on = [earlier, observed]
    .filter((each) => each !== null)
    .sort()
    .at(-1)
  if (on && !Number.isNaN(Date.parse(on))) {
    const days = Math.max(0, Math.floor((now.getTime() - Date.parse(on)) / DAY))
    return {
      kind: 'earlier',
      on,
      days,
      text: days === 0 ? 'verified live earlier today' : `${days} days ago`,
    }
  }
  return emulator ? { kind: 'emulator', text: 'emulator only' } : { kind: 'never', text: 'never' }
}

/** When an earlier report of the same host saw an endpoint live, or null. */
export function earlierEvidence(previous: Report | null, target: string, name: string): string | null {
  if (previous?.target !== target) return null
  const { kind, on } = previous.endpoints.find((each) => each.name === name)?.evidence ?? {}
  return (kind === 'live' || kind === 'earlier') && on ? on : null
}
