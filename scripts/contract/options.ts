import { parseArgs } from 'node:util'
import { unknownNames } from '../../contracts/harness/plan.ts'
import { UsageError } from './usage.ts'

/** What the command line asks for, checked. */
export type Options = {
  /** Null: the embedded emulator. */
  target: string | null
  emulator: string | 'embedded' | 'none'
  write: boolean
  only: string[] | null
  report?: string
  junit?: string
  html?: string
  markdown?: string
  baseline?: string
  timeout: number
  spacing: number
  failOnAdditive: boolean
  dryRun: boolean
  samples: number
  record?: string
  port: number
  reason?: string
  owner?: string
  until?: string
}

const text = { type: 'string' } as const
const yes = { type: 'boolean' } as const

const FLAGS = {
  target: text,
  emulator: text,
  write: yes,
  only: text,
  report: text,
  junit: text,
  html: text,
  markdown: text,
  baseline: text,
  timeout: text,
  spacing: text,
  'fail-on': text,
  'dry-run': yes,
  samples: text,
  record: text,
  port: text,
  reason: text,
  owner: text,
  until: text,
  help: { type: 'boolean', short: 'h' },
} as const

/** Flags that a subcommand knows besides none; the rest are refused there. */
const OF_COMMAND: Record<string, readonly string[]> = {
  judge: [
    'target',
    'emulator',
    'write',
    'only',
    'report',
    'junit',
    'html',
    'markdown',
    'baseline',
    'timeout',
    'spacing',
    'fail-on',
    'dry-run',
  ],
  accept: ['baseline', 'reason', 'owner', 'until', 'only'],
  learn: ['target', 'samples', 'record', 'only', 'timeout', 'spacing'],
  replay: ['port'],
}

export type Command = {
  name: 'judge' | 'accept' | 'learn' | 'replay' | 'help'
  files: string[]
  options: Options
}

/** @throws UsageError with one sentence */
export function readCommand(args: readonly string[]): Command {
  // npm and pnpm hand their own separator through.
  const { values, positionals } = parse(args.filter((each) => each !== '--'))
  const isSub = ['accept', 'learn', 'replay'].includes(positionals[0] ?? '')
  const name = values.help ? 'help' : isSub ? (positionals[0] as 'accept' | 'learn' | 'replay') : 'judge'
  const files = isSub ? positionals.slice(1) : positionals
  if (name !== 'help') {
    for (const flag of Object.keys(values))
      if (!OF_COMMAND[name]?.includes(flag))
        throw new UsageError(
          `--${flag} means nothing to ${name === 'judge' ? 'contract' : `contract ${name}`}; see --help.`,
        )
    const wanted = name === 'accept' || name === 'replay' ? 1 : 0
    if (files.length > wanted) throw new UsageError(`"${files[wanted]}" is not understood; see --help.`)
    if (files.length < wanted)
      throw new UsageError(`contract ${name} needs the file of a report; see --help.`)
  }
  const target = values.target === undefined ? null : originOf(values.target, '--target')
  const emulator = values.emulator ?? 'embedded'
  const failOn = values['fail-on']
  if (failOn !== undefined && failOn !== 'additive')
    throw new UsageError(`--fail-on knows "additive" only, not "${failOn}".`)
  const isLocal = target === null || /^https?:\/\/(localhost|127\.|\[::1\])/.test(target)
  return {
    name,
    files,
    options: {
      target,
      emulator: emulator === 'embedded' || emulator === 'none' ? emulator : originOf(emulator, '--emulator'),
      write: values.write ?? false,
      only: readOnly(values.only),
      ...kept('report', values.report),
      ...kept('junit', values.junit),
      ...kept('html', values.html),
      ...kept('markdown', values.markdown),
      ...kept('baseline', values.baseline),
      ...kept('record', values.record),
      ...kept('reason', values.reason),
      ...kept('owner', values.owner),
      ...kept('until', values.until),
      timeout: number('--timeout', values.timeout, 10_000, 1, 600_000),
      spacing: target === null ? 0 : number('--spacing', values.spacing, isLocal ? 10 : 250, 0, 60_000),
      failOnAdditive: failOn === 'additive',
      dryRun: values['dry-run'] ?? false,
      samples: number('--samples', values.samples, 3, 1, 20),
      port: number('--port', values.port, 0, 0, 65_535),
    },
  }
}

function parse(args: string[]) {
  try {
    return parseArgs({ args, options: FLAGS, allowPositionals: true, strict: true })
  } catch (error) {
    const said = (error as Error).message.split(/\.\s|\n/)[0]
    throw new UsageError(`${said}; see --help.`)
  }
}

function kept<K extends string>(name: K, value: string | undefined): { [N in K]?: string } {
  if (value === undefined) return {}
  if (value.trim() === '') throw new UsageError(`--${name} is empty; see --help.`)
  return { [name]: value } as { [N in K]: string }
}

/** Scheme, host, port and folder of an address; a trailing slash and the API's own prefix are dropped. */
function originOf(value: string, flag: string): string {
  let url: URL
  try {
    url = new URL(value)
  } catch {
    throw new UsageError(`${flag} must be an address like https://api.example.com.`)
  }
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    throw new UsageError(`${flag} must begin with http:// or https://.`)
  if (url.username || url.password)
    throw new UsageError(
      `${flag} must not carry credentials: they belong into PROVIDER_EMAIL and PROVIDER_PASSWORD.`,
    )
  if (url.search || url.hash) throw new UsageError(`${flag} must not carry a query.`)
  return url.origin + url.pathname.replace(/\/(api\/v1\/?)?$/, '')
}

function readOnly(value: string | undefined): string[] | null {
  if (value === undefined) return null
  const names = value
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '')
  if (names.length === 0) throw new UsageError('--only names nothing; see --help.')
  const unknown = unknownNames(names)
  if (unknown.length > 0) throw new UsageError(`--only: there is no endpoint or resource "${unknown[0]}".`)
  return names
}

function number(
  flag: string,
  value: string | undefined,
  standard: number,
  least: number,
  most: number,
): number {
  if (value === undefined) return standard
  const read = Number(value)
  if (!/^\d+$/.test(value) || read < least || read > most)
    throw new UsageError(`${flag} must be a whole number from ${least} to ${most}, not "${value}".`)
  return read
}
