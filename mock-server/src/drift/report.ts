import { Report } from 'contracts/harness/report/report'
import type { z } from 'zod'
import { StartError } from '../start-error.ts'
import { unplayable } from './playable.ts'

/** The part of a drift report that can be reproduced. */
const Drift = Report.pick({ target: true, startedAt: true, endpoints: true })
export type Drift = z.infer<typeof Drift>

/** Reads the drift from a report of the contract command. @throws StartError if the report is invalid */
export function readReport(value: unknown): Drift {
  const parsed = Drift.safeParse(value)
  if (parsed.success) {
    for (const { name, findings, accepted } of parsed.data.endpoints) {
      for (const finding of [...findings, ...accepted]) {
        const why = unplayable(finding)
        if (why) throw new StartError(`This drift report cannot be reproduced: ${name.slice(0, 60)}: ${why}.`)
      }
    }
    return parsed.data
  }
  const [issue] = parsed.error.issues
  throw new StartError(
    `This is not a drift report: ${issue?.path.join('.') || 'the file'}: ${issue?.message}; use a report.json from the contract command.`,
  )
}
