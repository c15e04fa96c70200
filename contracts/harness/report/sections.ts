import { describeFinding } from '../../src/schema/finding.ts'
import type { Report } from './report.ts'

/** A part of a report that follows the findings, with the same words in all formats. */
export type Section = { title: string; lines: readonly string[] }

/** Returns what a baseline entry that fails the run is, and what to do. */
export function problemText({ endpoint, path, rule, problem, reason }: Report['baseline'][number]): string {
  const advice =
    problem === 'unused'
      ? 'matches no finding: remove this line, or run accept --remove'
      : 'has expired: accept the finding again, or correct the contract'
  return `baseline ${problem}: ${endpoint} ${path} ${rule} (${reason}) ${advice}`
}

/** Returns the sections that are not empty. */
export function sectionsOf({ endpoints, leftBehind }: Report): Section[] {
  const assumptions = endpoints.flatMap(({ name, assumptions: found }) =>
    found.map((finding) => `${name} ${describeFinding(finding)}; ${finding.case}`),
  )
  const accepted = endpoints.flatMap(({ name, accepted: found }) =>
    found.map(({ where, rule, owner, until, reason }) => ({
      key: `${owner} ${until}`,
      line: `${owner}, until ${until}: ${name} ${where} (${rule}): ${reason}`,
    })),
  )
  const byOwner = accepted.toSorted((a, b) => (a.key < b.key ? -1 : 1)).map(({ line }) => line)
  return [
    { title: 'Left on the host', lines: leftBehind },
    { title: 'Assumptions not confirmed (no effect on the exit code)', lines: assumptions },
    { title: 'Accepted findings', lines: byOwner },
  ].filter(({ lines }) => lines.length > 0)
}
