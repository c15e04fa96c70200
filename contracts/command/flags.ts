import { resolve } from 'node:path'
import type { OptionDefinition } from '../src/command-line.ts'

/**
 * Command-line options. The parser, the help text and the options of each subcommand are derived from this table. A
 * test compares it with README.md.
 */

export const SUBCOMMANDS = {
  validate: {
    usage: '[options]',
    files: 'none',
    summary: 'validate a host (default: the embedded emulator)',
  },
  accept: {
    usage: 'accept REPORT.json [options]',
    files: 'one',
    summary: 'accept the findings of a report until a date',
  },
  history: {
    usage: 'history [options]',
    files: 'none',
    summary: 'show the results of earlier runs by day',
  },
  har: {
    usage: 'har FILE… [options]',
    files: 'several',
    summary: 'validate recorded traffic (HAR files); sends nothing',
  },
} as const

export type Subcommand = keyof typeof SUBCOMMANDS

type Flag = OptionDefinition & { of: readonly Subcommand[] }

const RUNS = ['validate', 'har'] as const

export const FLAGS = {
  target: {
    value: 'URL',
    of: ['validate', 'har', 'history'],
    summary: 'URL of the host: scheme, name and port',
  },
  contracts: {
    value: 'FILE',
    of: ['validate', 'har', 'accept'],
    summary: 'module with the contracts for a different API',
  },
  write: {
    of: ['validate'],
    summary: 'also send cases that write; each is announced and undone',
  },
  staging: {
    of: ['validate'],
    summary: 'run the account and order lifecycle on your own host; implies --write',
  },
  'confirm-target': {
    value: 'ORIGIN',
    of: ['validate'],
    summary: 'confirm the target of --staging; not needed for localhost',
  },
  only: {
    value: 'NAME,…',
    of: ['validate', 'har', 'accept'],
    summary: 'endpoints or resources, such as products.latest or images',
  },
  report: {
    value: 'FILE',
    multiple: true,
    of: ['validate', 'har'],
    summary: 'write the report as .json, .html, .md or .xml (JUnit), or FORMAT=FILE; repeatable',
  },
  baseline: {
    value: 'FILE',
    of: ['validate', 'har', 'accept'],
    summary: 'file with accepted findings and response profiles',
  },
  'update-baseline': {
    of: ['validate'],
    summary: 'add the response profiles of this run to --baseline',
  },
  history: {
    value: 'FILE or none',
    of: ['validate', 'har', 'history'],
    summary: 'file that records runs (default: .data/contract/history.jsonl)',
  },
  days: { value: 'N', of: ['history'], summary: 'number of days to show (default: 30)' },
  emulator: {
    value: 'URL, embedded or none',
    of: RUNS,
    summary: 'emulator to compare with (default: embedded)',
  },
  repeat: {
    of: ['validate'],
    summary: 'send every read three times, not only after an unexpected response',
  },
  timeout: { value: 'MS', of: ['validate'], summary: 'response timeout (default: 10000)' },
  spacing: {
    value: 'MS',
    of: ['validate'],
    summary: 'delay between requests (default: 250; 10 for localhost)',
  },
  'fail-on': { value: 'additive', of: RUNS, summary: 'exit with 3 for additive findings' },
  'dry-run': { of: ['validate'], summary: 'print all requests without sending them' },
  reason: { value: 'TEXT', of: ['accept'], summary: 'why the findings are accepted (required)' },
  owner: { value: 'NAME', of: ['accept'], summary: 'who accepts them (required)' },
  until: {
    value: 'YYYY-MM-DD',
    of: ['accept'],
    summary: 'last day of the acceptance; if omitted, accepts regressions only, permanently',
  },
} as const satisfies Record<string, Flag>

export type FlagName = keyof typeof FLAGS

/** Returns the syntax, subcommands and description of each listed option. */
export function flagRows(): [flag: string, of: string, summary: string][] {
  return Object.entries<Flag>(FLAGS).map(([name, { value, of, summary }]) => [
    `--${name}${value ? ` ${value}` : ''}`,
    of.join(', '),
    summary,
  ])
}

export function helpText(command: string = CHECKOUT.command): string {
  const usages = Object.values(SUBCOMMANDS).map(
    ({ usage, summary }) => `${command} ${usage.padEnd(30)}${summary}`,
  )
  const flags = flagRows().map(([flag, of, summary]) => {
    return `  ${flag.padEnd(34)}${summary}${of === 'validate' ? '' : ` [${of}]`}`
  })
  return `${usages.join('\n')}

${flags.join('\n')}

Credentials, from the environment only: PROVIDER_TOKEN, or PROVIDER_EMAIL and PROVIDER_PASSWORD (one login).
For --staging: PROVIDER_CODE is a fixed one-time code; PROVIDER_CODE_COMMAND prints the code sent to $CONTRACT_EMAIL;
PROVIDER_MAIL_DOMAIN is the domain of registered accounts (default: kitabo.example).
Without --write, only GETs declared as read-only and that login are sent.

Exit codes: 0 contract kept · 1 breaking or behaviour drift · 2 invalid usage · 3 additive only, with --fail-on additive ·
            4 unreachable or not the provider · 5 nothing verified · 6 the emulator violates its contract or fails
`
}

/** How users call the command, and the file to which it writes its history. */
export type Home = { command: string; historyFile: string }

const HISTORY = '.data/contract/history.jsonl'

/** For a checkout of the repository. */
export const CHECKOUT: Home = {
  command: 'npm run contract --',
  historyFile: resolve(import.meta.dirname, '../..', HISTORY),
}

/** For the installed package. Paths are relative to the current folder. */
export function installedHome(): Home {
  return { command: 'contract', historyFile: resolve(HISTORY) }
}
