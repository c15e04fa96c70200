import type { Finding } from 'contracts/finding'
import { Report } from 'contracts/harness/report/report'
import type { z } from 'zod'
import { StartError } from '../start-error.ts'

/** The part of a drift report that can be reproduced. */
const Drift = Report.pick({ target: true, startedAt: true, endpoints: true })
export type Drift = z.infer<typeof Drift>

/** Reads the drift from a report of the contract command. @throws StartError if the report is invalid */
export function readReport(value: unknown): Drift {
  const parsed = Drift.safeParse(value)
  if (parsed.success) {
    for (const { name, findings, accepted } of parsed.data.endpoints) {
      for (const finding of [...findings, ...accepted]) {
        const why = explainUnreproducible(finding)
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

/** Header names and values that Node accepts: a token, and visible Latin-1. */
const HEADER_NAME = /^[!#$%&'*+.^`|~\w-]{1,100}$/
const HEADER_VALUE = /^[\t\x20-\x7e\x80-\xff]{0,1000}$/

/** Returns the reason why a finding cannot be reproduced over HTTP (an invalid status or header), or null if it can. */
function explainUnreproducible({ rule, where, actual }: Finding): string | null {
  const status = (text: string) =>
    isStatus(text) ? null : `"${text.slice(0, 40)}" is not a status from 200 to 599`
  switch (rule) {
    case 'status':
      return status(actual)
    case 'redirect': {
      const [code = '', , location = '/'] = actual.split(' ')
      return status(code) ?? (HEADER_VALUE.test(location) ? null : 'its location is not a valid header value')
    }
    case 'content-type':
    case 'cors':
    case 'cache':
      if (!where.startsWith('$headers.') || !HEADER_NAME.test(where.slice('$headers.'.length)))
        return `"${where.slice(0, 40)}" does not contain a header name`
      return HEADER_VALUE.test(actual) ? null : `the value of ${where} is not valid in a header`
    default:
      return null
  }
}

function isStatus(text: string): boolean {
  const status = Number.parseInt(text, 10)
  return status >= 200 && status <= 599
}
