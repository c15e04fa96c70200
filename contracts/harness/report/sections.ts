import { describeFinding } from '../../src/schema/finding.ts'
import type { EndpointReport, Report } from './report.ts'

/** A part of a report that follows the findings, with the same words in all formats. */
export type Section = { title: string; lines: readonly string[] }

/** Describes an expired or unused baseline entry and its fix. */
export function explainProblem({
  endpoint,
  path,
  rule,
  problem,
  reason,
}: Report['baseline'][number]): string {
  const advice =
    problem === 'unused'
      ? 'matches no finding: remove this line, or run accept --remove'
      : 'has expired: accept the finding again, or correct the contract'
  return `baseline ${problem}: ${endpoint} ${path} ${rule} (${reason}) ${advice}`
}

/**
 * Returns the notes of more than one endpoint, such as about a header that all responses have, with their endpoints.
 */
function sharedNotesOf(endpoints: readonly EndpointReport[]): Map<string, string[]> {
  const names = new Map<string, string[]>()
  for (const { name, notes } of endpoints)
    for (const note of notes) names.set(note, [...(names.get(note) ?? []), name])
  return new Map([...names].filter(([, sharing]) => sharing.length > 1))
}

/** Returns the gaps in the verification of an endpoint, except those that several endpoints share. */
export function ownNotesOf({ notes }: EndpointReport, { endpoints }: Report): string[] {
  const shared = sharedNotesOf(endpoints)
  return notes.filter((note) => !shared.has(note))
}

/** Returns why an endpoint was not validated, and its own notes. */
export function remarksOf(endpoint: EndpointReport, report: Report): string {
  const { reason } = endpoint
  return [...(reason === undefined ? [] : [reason]), ...ownNotesOf(endpoint, report)].join('; ')
}

/**
 * Returns the sections that are not empty.
 * @param quiet whether to omit remarks
 */
export function sectionsOf({ endpoints, leftBehind }: Report, quiet = false): Section[] {
  const remarks = [...sharedNotesOf(quiet ? [] : endpoints)].map(
    ([note, names]) => `${note}: ${names.join(', ')}`,
  )
  const assumptions = endpoints.flatMap(({ name, assumptions: findings }) =>
    findings.map((finding) => `${name} ${describeFinding(finding)}; ${finding.case}`),
  )
  const accepted = endpoints.flatMap(({ name, accepted: findings }) =>
    findings.map(({ where, rule, owner, until, reason }) => ({
      key: `${owner} ${until}`,
      line: `${owner}, until ${until}: ${name} ${where} (${rule}): ${reason}`,
    })),
  )
  const byOwner = accepted.toSorted((a, b) => (a.key < b.key ? -1 : 1)).map(({ line }) => line)
  return [
    { title: 'Left on the host', lines: leftBehind },
    { title: 'Assumptions not confirmed (no effect on the exit code)', lines: assumptions },
    { title: 'Remarks about several endpoints', lines: remarks },
    { title: 'Accepted findings', lines: byOwner },
  ].filter(({ lines }) => lines.length > 0)
}
