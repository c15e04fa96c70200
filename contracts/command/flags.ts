import { CHECKOUT } from './home.ts'

/** The command line as one table: help, parsing, what a subcommand accepts and the list in README.md come from it. */

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

type Flag = {
  /** Name of the value in the help; a flag without one is on or off. */
  value?: string
  of: readonly Subcommand[]
  /** With the default in parentheses. */
  summary: string
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
    summary: 'a module with the contracts of another API, in the place of the bookshop’s provider’s',
  },
  write: {
    of: ['judge'],
    summary: 'add the cases that write; each is named before it runs and cleans up after itself',
  },
  staging: {
    of: ['judge'],
    summary: 'play a whole account and order life on a host of your own; implies --write',
  },
  'i-own': {
    value: 'ORIGIN',
    of: ['judge'],
    summary: 'names the target of --staging again where it is not on this machine',
  },
  'mail-domain': {
    value: 'DOMAIN',
    of: ['judge'],
    summary: 'of the addresses that --staging registers (kitabo.example)',
  },
  'code-command': {
    value: 'CMD',
    of: ['judge'],
    summary: 'prints the one-time code that was sent to $CONTRACT_EMAIL; else PROVIDER_CODE',
  },
  only: {
    value: 'NAME,…',
    of: ['judge', 'har', 'accept', 'learn'],
    summary: 'endpoints or resources: products.latest, products, images',
  },
  report: {
    value: 'FILE.json',
    of: ['judge', 'har'],
    summary: 'write the report; an earlier one of the same host gives the age of evidence',
  },
  junit: { value: 'FILE', of: ['judge', 'har'], summary: 'the same as JUnit XML' },
  html: { value: 'FILE', of: ['judge', 'har', 'history'], summary: 'the same as a standalone HTML page' },
  markdown: {
    value: 'FILE',
    of: ['judge', 'har'],
    summary: 'the same as Markdown; $GITHUB_STEP_SUMMARY works',
  },
  baseline: {
    value: 'FILE',
    of: ['judge', 'har', 'accept'],
    summary: 'drift that was accepted until a date',
  },
  observed: {
    value: 'FILE',
    of: ['judge', 'accept'],
    summary: 'what the host sent in earlier runs; deviations are findings',
  },
  'observe-only': { of: ['judge'], summary: 'add this run to --observed and compare with the contract only' },
  history: {
    value: 'FILE',
    of: ['judge', 'seen', 'har', 'accept', 'history'],
    summary: 'where runs are recorded (.data/contract/history.jsonl)',
  },
  'no-history': { of: ['judge', 'seen', 'har', 'accept'], summary: 'do not record this run' },
  days: { value: 'N', of: ['history'], summary: 'how many days are shown (30)' },
  emulator: {
    value: 'URL, embedded or none',
    of: ['judge', 'har'],
    summary: 'the other side of the verdict (embedded)',
  },
  repeat: { of: ['judge'], summary: 'send every read three times, not only those with an odd first answer' },
  timeout: { value: 'MS', of: ['judge', 'learn'], summary: 'for one answer (10000)' },
  spacing: { value: 'MS', of: ['judge', 'learn'], summary: 'between requests (250; 10 on this machine)' },
  'fail-on': { value: 'additive', of: ['judge', 'har'], summary: 'exit 3 when there are only additions' },
  'dry-run': { of: ['judge'], summary: 'print every request and send none' },
  reason: { value: 'TEXT', of: ['accept'], summary: 'why the findings are accepted; required' },
  owner: { value: 'NAME', of: ['accept'], summary: 'who has accepted them; required' },
  until: {
    value: 'YYYY-MM-DD',
    of: ['accept'],
    summary: 'the last day on which they are accepted; required with --baseline',
  },
  samples: {
    value: 'N',
    of: ['learn'],
    summary: 'bodies of an endpoint that takes an id or a search term (3)',
  },
  record: { value: 'FILE.json', of: ['learn'], summary: 'write the shapes of the sampled bodies' },
  port: { value: 'N', of: ['replay'], summary: 'where it listens; 0 takes a free port (0)' },
} as const satisfies Record<string, Flag>

export type FlagName = keyof typeof FLAGS

/** Whether a subcommand accepts a flag. */
export function isFlagOf(name: FlagName, subcommand: Subcommand): boolean {
  return (FLAGS[name].of as readonly Subcommand[]).includes(subcommand)
}

/** Every flag as the help and README.md list it: how it is written, of which subcommands it is, what it does. */
export function flagRows(): [flag: string, of: string, summary: string][] {
  return Object.entries(FLAGS).map(([name, flag]: [string, Flag]) => [
    `--${name}${flag.value ? ` ${flag.value}` : ''}`,
    flag.of.join(', '),
    flag.summary,
  ])
}

/** The text of --help. */
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
PROVIDER_CODE is the one-time code of a host where it is fixed.
Without --write only GETs that the contracts declare as read-only are sent, and that one log-in.

Exit codes: 0 kept · 1 breaking or behaviour drift · 2 wrong usage · 3 additive only and --fail-on additive ·
            4 unreachable or not the provider · 5 nothing verified · 6 the emulator breaks its own contract
`
}
