import { parseInteger, parseOptions, UsageError, type ValuesOf } from '../src/command-line.ts'
import type { Contracts } from '../src/contracts.ts'
import { CHECKOUT, FLAGS, type FlagName, type Home, SUBCOMMANDS, type Subcommand } from './flags.ts'

export type Options = LineOptions & { contracts: Contracts }

type LineOptions = {
  /** Module with the contracts for a different API, or null for the bookshop's provider. */
  contractsFile: string | null
  /** URL of the host to validate, or null for the embedded emulator. */
  target: string | null
  emulator: string | 'embedded' | 'none'
  write: boolean
  /** Settings for --staging, or null without it. */
  staging: { mailDomain: string; codeCommand: string | null } | null
  only: string[] | null
  reports: ReportFile[]
  baseline: string | undefined
  updateBaseline: boolean
  /** File in which runs are recorded, or null if they are not recorded. */
  history: string | null
  days: number
  repeat: boolean
  timeout: number
  spacing: number
  failOnAdditive: boolean
  dryRun: boolean
  reason: string | undefined
  owner: string | undefined
  until: string | undefined
}

export type CommandLine = {
  name: Subcommand | 'help'
  /** Input files of the subcommand: a report, or one or more recordings. */
  files: string[]
  options: LineOptions
}

/** @throws UsageError with a one-sentence message */
export function readCommandLine(args: readonly string[], home: Home = CHECKOUT): CommandLine {
  const { values, positionals } = parse(args)
  const [first = ''] = positionals
  const isNamed = first !== 'validate' && Object.hasOwn(SUBCOMMANDS, first)
  const name = isNamed ? (first as Subcommand) : 'validate'
  const files = isNamed ? positionals.slice(1) : positionals
  if (!values.help) checkArguments(name, files, Object.keys(values))
  const isForeign = values.contracts !== undefined
  const target = values.target === undefined ? null : originOf(values.target, '--target', !isForeign)
  const emulator = values.emulator ?? (isForeign ? 'none' : 'embedded')
  if (isForeign && !values.help) checkForeign(name, target, emulator, values)
  const failOn = values['fail-on']
  if (failOn !== undefined && failOn !== 'additive')
    throw new UsageError(`--fail-on must be "additive", not "${failOn}".`)
  const isLocal = target === null || isLoopback(target)
  return {
    name: values.help ? 'help' : name,
    files,
    options: {
      contractsFile: notEmpty('contracts', values.contracts) ?? null,
      target,
      emulator:
        emulator === 'embedded' || emulator === 'none' ? emulator : originOf(emulator, '--emulator', true),
      write: values.write ?? values.staging ?? false,
      staging: readStaging(values, target),
      only: readOnly(values.only),
      reports: reportFiles(values),
      baseline: notEmpty('baseline', values.baseline),
      updateBaseline: values['update-baseline'] ?? false,
      history: values.history === 'none' ? null : (notEmpty('history', values.history) ?? home.historyFile),
      days: number('--days', values.days, 30, 1, 366),
      reason: notEmpty('reason', values.reason),
      owner: notEmpty('owner', values.owner),
      until: notEmpty('until', values.until),
      repeat: values.repeat ?? false,
      timeout: number('--timeout', values.timeout, 10_000, 1, 600_000),
      spacing: target === null ? 0 : number('--spacing', values.spacing, isLocal ? 10 : 250, 0, 60_000),
      failOnAdditive: failOn === 'additive',
      dryRun: values['dry-run'] ?? false,
    },
  }
}

export type ReportFile = { file: string; format: 'json' | 'html' | 'md' | 'xml' }

/** Determines the format of each report from its file extension (`report.html`) or prefix (`md=FILE`). */
function reportFiles({ report = [] }: Values): ReportFile[] {
  return report.map((each) => {
    const [, format = /\.(json|html|md|xml)$/.exec(each)?.[1], file = each] =
      /^(json|html|md|xml)=(.+)$/.exec(each) ?? []
    if (format === undefined)
      throw new UsageError(
        `--report ${each}: unknown format. Use a .json, .html, .md or .xml file, or a prefix as in md=${each || 'FILE'}.`,
      )
    return { file, format: format as ReportFile['format'] }
  })
}

function checkArguments(name: Subcommand, files: readonly string[], flags: readonly string[]): void {
  const command = name === 'validate' ? 'contract' : `contract ${name}`
  for (const flag of flags)
    if (!(FLAGS[flag as FlagName].of as readonly Subcommand[]).includes(name))
      throw new UsageError(`--${flag} is not an option of ${command}; see --help.`)
  const wanted = SUBCOMMANDS[name].files
  const most = wanted === 'none' ? 0 : wanted === 'one' ? 1 : Number.POSITIVE_INFINITY
  if (files.length > most) throw new UsageError(`"${files[most]}" is not a subcommand; see --help.`)
  if (wanted !== 'none' && files.length === 0)
    throw new UsageError(
      `${command} requires ${wanted === 'one' ? 'a report' : 'an input'} file; see --help.`,
    )
}

/** Rejects options that require an emulator or staging steps, because these exist only for the provider's API. */
function checkForeign(name: Subcommand, target: string | null, emulator: string, values: Values): void {
  if (emulator !== 'none') throw new UsageError('--emulator cannot be used with --contracts.')
  if (values.staging) throw new UsageError('--staging cannot be used with --contracts.')
  if (target === null && name === 'validate' && !values['dry-run'])
    throw new UsageError('--contracts requires --target, because only the provider has an emulator.')
}

/** Reads the settings for --staging. The host must be localhost or confirmed, because some writes cannot be undone. */
function readStaging(values: Values, target: string | null): Options['staging'] {
  if (!values.staging) {
    if (values['confirm-target'] !== undefined)
      throw new UsageError('--confirm-target requires --staging; see --help.')
    return null
  }
  const confirmed = values['confirm-target']
  const owned = confirmed === undefined ? null : new URL(originOf(confirmed, '--confirm-target', true)).origin
  const origin = target === null ? null : new URL(target).origin
  if (origin !== null && !isLoopback(origin) && owned !== origin)
    throw new UsageError(
      `--staging registers accounts and places orders at ${origin}. If this is your host, add --confirm-target ${origin}.`,
    )
  const mailDomain = process.env.PROVIDER_MAIL_DOMAIN || 'kitabo.example'
  if (!/^[a-z\d-]+(\.[a-z\d-]+)+$/i.test(mailDomain))
    throw new UsageError('PROVIDER_MAIL_DOMAIN must be a domain like staging.example.com.')
  return { mailDomain, codeCommand: process.env.PROVIDER_CODE_COMMAND || null }
}

function isLoopback(origin: string): boolean {
  const { hostname } = new URL(origin)
  return hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname)
}

type Values = ValuesOf<typeof FLAGS>

function parse(args: readonly string[]) {
  try {
    // npm and pnpm may pass on the `--` separator.
    return parseOptions(
      args.filter((each) => each !== '--'),
      FLAGS,
      { allowPositionals: true },
    )
  } catch (error) {
    throw new UsageError(`${(error as Error).message}; see --help.`)
  }
}

function notEmpty(name: string, value: string | undefined): string | undefined {
  if (value?.trim() === '') throw new UsageError(`--${name} is empty; see --help.`)
  return value
}

/** Returns the scheme, host, port and folder of a URL, without a trailing slash or the provider's prefix. */
function originOf(value: string, flag: string, ofProvider: boolean): string {
  let url: URL
  try {
    url = new URL(value)
  } catch {
    throw new UsageError(`${flag} must be a URL like https://api.example.com.`)
  }
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    throw new UsageError(`${flag} must start with http:// or https://.`)
  if (url.username || url.password)
    throw new UsageError(`${flag} must not contain credentials; use PROVIDER_EMAIL and PROVIDER_PASSWORD.`)
  if (url.search || url.hash) throw new UsageError(`${flag} must not contain a query.`)
  return url.origin + url.pathname.replace(ofProvider ? /\/(api\/v1\/?)?$/ : /\/$/, '')
}

function readOnly(value: string | undefined): string[] | null {
  if (value === undefined) return null
  const names = value
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '')
  if (names.length === 0) throw new UsageError('--only is empty; see --help.')
  return names
}

const number = (flag: string, value: string | undefined, standard: number, least: number, most: number) =>
  value === undefined ? standard : parseInteger(flag, value, least, most)
