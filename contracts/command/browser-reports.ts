import { z } from 'zod'
import type { BrowserReports } from '../harness/memory/records.ts'
import { count, EXIT } from '../harness/report/exit-code.ts'
import { printable } from '../harness/report/printable.ts'
import { UsageError } from '../src/command-line.ts'
import { endpointKey } from '../src/endpoint.ts'
import { SightingReport } from '../src/sighting.ts'
import { recordHistory } from './history-file.ts'
import type { Options } from './options.ts'
import { readText } from './report-files.ts'

const Posted = SightingReport.extend({ at: z.string().optional() })
type Posted = z.infer<typeof Posted>

/**
 * Adds browser reports to the history, counted by finding, build and day. A source is a file with one report per
 * line, or the URL of an emulator's receiver.
 */
export async function seen(sources: readonly string[], options: Options): Promise<number> {
  const names = new Map(
    Object.entries(options.contracts.endpoints).map(([name, declared]) => [
      endpointKey(declared) as string,
      name,
    ]),
  )
  const reports = (await Promise.all(sources.map(reportsOf))).flat()
  const counted = new Map<string, BrowserReports>()
  for (const { build, findings, at = new Date().toISOString() } of reports) {
    for (const { call, rule, where } of findings) {
      const endpoint = names.get(call)
      // Anyone can post to an open URL, so reports about undeclared endpoints and fields are ignored.
      if (endpoint === undefined) continue
      const key = JSON.stringify([endpoint, where, rule, build, at.slice(0, 10)])
      const known = counted.get(key)
      if (known) known.count++
      else counted.set(key, { kind: 'seen', at, endpoint, path: where, rule, build, count: 1 })
    }
  }
  const records = [...counted.values()]
  if (records.length === 0) throw new UsageError(`${sources.join(', ')}: no report of a finding.`)
  recordHistory(records, options.history)
  for (const each of records)
    process.stdout.write(
      `${printable(`${count(each.count, 'time')}  ${each.endpoint} ${each.path} ${each.rule}; build ${each.build}`)}\n`,
    )
  process.stdout.write(`${count(reports.length, 'report')} added to the history\n`)
  return EXIT.kept
}

async function reportsOf(source: string): Promise<Posted[]> {
  if (/^https?:\/\//.test(source)) return fetched(source)
  const lines = readText(source)
    .split('\n')
    .filter((line) => line.trim() !== '')
  return lines.map((line, index) => {
    const read = Posted.safeParse(parsed(line))
    if (!read.success) throw new UsageError(`${source} is not a file of reports at line ${index + 1}.`)
    return read.data
  })
}

async function fetched(address: string): Promise<Posted[]> {
  try {
    const response = await fetch(address, { signal: AbortSignal.timeout(10_000) })
    return z.object({ reports: z.array(Posted) }).parse(await response.json()).reports
  } catch {
    throw new UsageError(`${address} returned no reports. Is it /__emulator/seen of an emulator?`)
  }
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}
