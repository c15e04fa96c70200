import { resolve } from 'node:path'
import type { OptionDefinition } from '../src/command-line.ts'

/**
 * Options of the command line: the source of help, parsing, the options of each subcommand, and the table in
 * README.md.
 */

export const SUBCOMMANDS = {
  judge: {
    usage: '[options]',
    files: 'none',
    summary: 'validate a host; without --target the embedded emulator',
  },
  accept: {
    usage: 'accept REPORT.json [options]',
    files: 'one',
    summary: 'accept the findings of a report until a date',
  },
  history: {
    usage: 'history [options]',
    files: 'none',
    summary: 'show all runs so far, and write a page of them',
  },
  har: {
    usage: 'har FILE… [options]',
    files: 'several',
    summary: 'validate recorded traffic (HAR files); sends nothing',
  },
  seen: {
    usage: 'seen FILE|URL… [options]',
    files: 'several',
    summary: 'add what browsers have reported to the history',
  },
  learn: {
    usage: 'learn [options]',
    files: 'none',
    summary: 'sample the reads and propose changes to the contracts',
  },
  replay: {
    usage: 'replay REPORT.json [options]',
    files: 'one',
    summary: 'an emulator that answers as the drifted host',
  },
} as const

export type Subcommand = keyof typeof SUBCOMMANDS

type Flag = OptionDefinition & { of: readonly Subcommand[] }

const RUNS = ['judge', 'har'] as const

function former<const O extends readonly Subcommand[]>(value: string, of: O) {
  return { value, of, summary: '', isHidden: true } as const
}

export const FLAGS = {
  target: {
    value: 'URL',
    of: ['judge', 'har', 'learn', 'history'],
    summary: 'scheme, host and port of the provider',
  },
  contracts: {
    value: 'FILE',
    of: ['judge', 'har', 'accept', 'learn', 'seen'],
    summary: 'a module with the contracts of another API, instead of the bookshop’s provider’s',
  },
  write: {
    of: ['judge'],
    summary: 'add the cases that write; each is named before it runs and cleans up after itself',
  },
  staging: {
    of: ['judge'],
    summary: 'run a whole account and order lifecycle on a host of your own; implies --write',
  },
  'confirm-target': {
    value: 'ORIGIN',
    of: ['judge'],
    summary: 'repeats the target of --staging where it is not on this machine',
  },
  only: {
    value: 'NAME,…',
    of: ['judge', 'har', 'accept', 'learn'],
    summary: 'endpoints or resources: products.latest, products, images',
  },
  report: {
    value: 'FILE',
    multiple: true,
    of: ['judge', 'har', 'history', 'learn'],
    summary: 'write the report as .json, .html, .md or .xml (JUnit), or FORMAT=FILE; may be repeated',
  },
  baseline: {
    value: 'FILE',
    of: ['judge', 'har', 'accept'],
    summary: 'accepted findings, and the response profiles of earlier runs',
  },
  'update-baseline': {
    of: ['judge'],
    summary: 'add the response profiles of this run to --baseline instead of comparing with them',
  },
  history: {
    value: 'FILE or none',
    of: ['judge', 'seen', 'har', 'accept', 'history'],
    summary: 'where runs are recorded (.data/contract/history.jsonl)',
  },
  days: { value: 'N', of: ['history'], summary: 'how many days are shown (30)' },
  emulator: {
    value: 'URL, embedded or none',
    of: RUNS,
    summary: 'the host that the same cases are sent to, for the verdict (embedded)',
  },
  repeat: {
    of: ['judge'],
    summary: 'send every read three times, not only those with an odd first response',
  },
  timeout: { value: 'MS', of: ['judge', 'learn'], summary: 'for one response (10000)' },
  spacing: { value: 'MS', of: ['judge', 'learn'], summary: 'between requests (250; 10 on this machine)' },
  'fail-on': { value: 'additive', of: RUNS, summary: 'exit 3 when there are only additions' },
  'dry-run': { of: ['judge'], summary: 'print every request and send none' },
  reason: { value: 'TEXT', of: ['accept'], summary: 'why the findings are accepted; required' },
  owner: { value: 'NAME', of: ['accept'], summary: 'who has accepted them; required' },
  until: {
    value: 'YYYY-MM-DD',
    of: ['accept'],
    summary: 'the last day on which they are accepted; without it only regressions are, for good',
  },
  samples: {
    value: 'N',
    of: ['learn'],
    summary: 'bodies of an endpoint that takes an id or a search term (3)',
  },
  // Former names, of release 0.1.
  'i-own': former('ORIGIN', ['judge']),
  'mail-domain': former('DOMAIN', ['judge']),
  'code-command': former('CMD', ['judge']),
  junit: former('FILE', RUNS),
  html: former('FILE', ['judge', 'har', 'history']),
  markdown: former('FILE', RUNS),
  observed: former('FILE', ['judge', 'accept']),
  'observe-only': { of: ['judge'], summary: '', isHidden: true },
  'no-history': { of: ['judge', 'seen', 'har', 'accept'], summary: '', isHidden: true },
  record: former('FILE', ['learn']),
  port: former('N', ['replay']),
} as const satisfies Record<string, Flag>

export type FlagName = keyof typeof FLAGS

export function isFlagOf(name: FlagName, subcommand: Subcommand): boolean {
  return (FLAGS[name].of as readonly Subcommand[]).includes(subcommand)
}

/** Returns syntax, subcommands and description of each listed option. */
export function flagRows(): [flag: string, of: string, summary: string][] {
  return Object.entries<Flag>(FLAGS)
    .filter(([, { isHidden }]) => !isHidden)
    .map(([name, { value, of, summary }]) => [`--${name}${value ? ` ${value}` : ''}`, of.join(', '), summary])
}

/** Returns the text of --help. */
export function helpText(command: string = CHECKOUT.command): string {
  const usages = Object.values(SUBCOMMANDS).map(
    ({ usage, summary }) => `${command} ${usage.padEnd(30)}${summary}`,
  )
  const flags = flagRows().map(([flag, of, summary]) => {
    return `  ${flag.padEnd(34)}${summary}${of === 'judge' ? '' : ` [${of}]`}`
  })
  return `${usages.join('\n')}

${flags.join('\n')}

Credentials: PROVIDER_EMAIL and PROVIDER_PASSWORD (one log-in), or PROVIDER_TOKEN. From the environment only.
For --staging: PROVIDER_CODE is the one-time code where it is fixed; PROVIDER_CODE_COMMAND prints the code that was sent
to $CONTRACT_EMAIL; PROVIDER_MAIL_DOMAIN is the domain of the accounts that are registered (kitabo.example).
PORT is where replay listens (a free port).
Without --write only GETs that the contracts declare as read-only are sent, and that one log-in.

Exit codes: 0 kept · 1 breaking or behaviour drift · 2 wrong usage · 3 additive only and --fail-on additive ·
            4 unreachable or not the provider · 5 nothing verified · 6 the emulator breaks its own contract
`
}

/** How the command is called, and where it records its runs. */
export type Home = { command: string; historyFile: string }

const HISTORY = '.data/contract/history.jsonl'

/** A checkout of the repository. */
export const CHECKOUT: Home = {
  command: 'npm run contract --',
  historyFile: resolve(import.meta.dirname, '../..', HISTORY),
}

/** The installed package. Paths are relative to the current folder. */
export function installedHome(): Home {
  return { command: 'contract', historyFile: resolve(HISTORY) }
}
