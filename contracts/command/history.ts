import { appendFileSync, mkdirSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import type { Command } from 'commander'
import { z } from 'zod'
import { EXIT } from '../harness/report/exit-code.ts'
import type { Report } from '../harness/report/report.ts'
import { pluralize } from '../src/command-line/pluralize.ts'
import { toPrintable } from '../src/command-line/printable.ts'
import { UserError } from '../src/command-line/user-error.ts'
import { parseJsonText } from '../src/json-text.ts'
import { HISTORY_FILE } from './installation.ts'
import { parseHostUrl, parseInteger, parseText } from './option-values.ts'
import { readTextFile } from './text-files.ts'

/** The result of an endpoint on a day, mildest first, and its character in the table. */
const STATE_SIGNS = { skipped: ' ', kept: '.', additive: '+', unreachable: 'u', drifted: 'D' } as const
type State = keyof typeof STATE_SIGNS

/**
 * A line of the history: when a run started, and the result of each endpoint with its response time in milliseconds.
 */
const Run = z.object({
  at: z.string(),
  target: z.string(),
  outcome: z.string(),
  endpoints: z.array(
    z.object({ name: z.string(), state: z.enum(Object.keys(STATE_SIGNS) as State[]), ms: z.int() }),
  ),
})
type Run = z.infer<typeof Run>

function runOf({ target, startedAt: at, host, summary, endpoints }: Report): Run {
  const stateOf = ({ status, findings }: Report['endpoints'][number]): State => {
    if (host !== 'provider' || status === 'error') return 'unreachable'
    if (status === 'skipped') return 'skipped'
    if (findings.some((finding) => finding.class !== 'additive')) return 'drifted'
    return findings.length > 0 ? 'additive' : 'kept'
  }
  const results = endpoints.map((endpoint) => {
    const { name, ms, requests } = endpoint
    return { name, state: stateOf(endpoint), ms: Math.round(ms / Math.max(1, requests)) }
  })
  return { at, target, outcome: summary.outcome, endpoints: results }
}

/**
 * Appends a run to the history with a single write, so that concurrent runs lose no lines. Begins with a line break,
 * because a killed process may have left an incomplete line. If writing fails, prints a warning.
 */
export function recordRun(report: Report, path: string | null): void {
  if (path === null) return
  const file = resolve(path)
  try {
    mkdirSync(dirname(file), { recursive: true })
    appendFileSync(file, `\n${JSON.stringify(runOf(report))}\n`)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    process.stderr.write(`${toPrintable(`The history cannot be written to ${file} (${code}).`)}\n`)
  }
}

type HistoryOptions = { target?: string; history: string; days: number }

export function addHistoryCommand(
  program: Command,
  historyFile: string,
  finish: (code: number) => void,
): void {
  program
    .command('history')
    .description('show the results of earlier runs by day')
    .option('--target <URL>', 'URL of the host: scheme, name and port', parseHostUrl('--target'))
    .option('--history <FILE>', `file with recorded runs (default: ${HISTORY_FILE})`, parseText('--history'))
    .option('--days <N>', 'number of days to show (default: 30)', parseInteger('--days', 1, 366))
    .action(({ history: file = historyFile, days = 30, target }: Partial<HistoryOptions>) =>
      finish(printHistory({ history: file, days, ...(target === undefined ? {} : { target }) })),
    )
}

/** Prints a row of days per endpoint for each host. */
function printHistory({ target, days, history: file }: HistoryOptions): number {
  const lines = readTextFile(file).split('\n').filter(Boolean)
  const runs = lines.flatMap((line) => {
    const { body, flaw } = parseJsonText(line)
    return Run.safeParse(flaw ? undefined : body).data ?? []
  })
  // A URL with the prefix of an API is accepted like in the other commands.
  const isSelected = (host: string) => !target || target === host || target.startsWith(`${host}/`)
  const targets = [...new Set(runs.map((run) => run.target))].filter(isSelected)
  if (targets.length === 0)
    throw new UserError(`${file} contains no run${target ? ` against ${target}` : ''}.`)
  const tables = targets.map((host) =>
    tableOf(
      runs.filter((run) => run.target === host),
      days,
      new Date(),
    ),
  )
  const legend =
    '. kept, + additions, D drifted, u unreachable; one character per day (UTC), the last is today'
  process.stdout.write(`${[...tables.flat(), legend].map(toPrintable).join('\n')}\n`)
  if (runs.length < lines.length)
    process.stdout.write(`${pluralize(lines.length - runs.length, 'unreadable line')}\n`)
  return EXIT.kept
}

function tableOf(runs: readonly Run[], days: number, now: Date): string[] {
  const dates = Array.from({ length: days }, (_, index) =>
    new Date(now.getTime() - (days - 1 - index) * 86_400_000).toISOString().slice(0, 10),
  )
  const names = [...new Set(runs.flatMap((run) => run.endpoints.map(({ name }) => name)))]
  const rows = names.map((name) => {
    const results = runs.flatMap(({ at, endpoints }) =>
      endpoints
        .filter((result) => result.name === name)
        .map((result) => ({ ...result, day: at.slice(0, 10) })),
    )
    const signs = dates.map((date) => {
      const states = results.filter(({ day }) => day === date).map(({ state }) => state)
      return STATE_SIGNS[
        (Object.keys(STATE_SIGNS) as State[]).findLast((state) => states.includes(state)) ?? 'skipped'
      ]
    })
    const last = results.findLast(({ state }) => state !== 'skipped' && state !== 'unreachable')
    return `  ${name.padEnd(22)} |${signs.join('')}|${last ? ` ${last.ms} ms, validated on ${last.day}` : ''}`
  })
  const [last] = runs.slice(-1)
  return [`${last?.target}: ${pluralize(runs.length, 'run')}; latest outcome: ${last?.outcome}`, ...rows, '']
}
