import { parseArgs } from 'node:util'

/** A command-line option. Its parsing, help text and value type are derived from this definition. */
export type OptionDefinition = {
  /** Placeholder for the value in the help text, such as `FILE`. Omitted for switches. */
  value?: string
  /** Description in the help text, with the default value in parentheses. */
  summary: string
  /** May be repeated. */
  multiple?: true
  /** One-letter alias. */
  short?: string
}
export type OptionTable = Readonly<Record<string, OptionDefinition>>

export type ValuesOf<O extends OptionTable> = {
  [Name in keyof O]?: O[Name] extends { value: string }
    ? O[Name] extends { multiple: true }
      ? string[]
      : string
    : boolean
}

/** Thrown for invalid usage. Commands print the message without a stack trace. */
export class UsageError extends Error {}

/**
 * Parses the arguments of a command. Every command also accepts `--help`.
 * @throws UsageError for an invalid argument
 * @example
 * const { values } = parseOptions(['--port', '0'], { port: { value: 'N', summary: 'port to listen on' } })
 */
export function parseOptions<const O extends OptionTable>(
  args: readonly string[],
  table: O,
  { allowPositionals = false } = {},
): { values: ValuesOf<O> & { help?: boolean }; positionals: string[] } {
  const options = Object.fromEntries(
    Object.entries<OptionDefinition>({ ...table, help: HELP }).map(([name, { value, multiple, short }]) => [
      name,
      {
        type: value === undefined ? ('boolean' as const) : ('string' as const),
        ...(multiple ? { multiple } : {}),
        ...(short ? { short } : {}),
      },
    ]),
  )
  try {
    return parseArgs({ args: [...args], options, allowPositionals }) as ReturnType<typeof parseOptions<O>>
  } catch (error) {
    throw new UsageError((error as Error).message.split(/\.\s|\n/)[0])
  }
}

const HELP: OptionDefinition = { summary: 'print this help', short: 'h' }

/** Returns the syntax and description of each listed option. */
export function optionRows(table: OptionTable): [option: string, summary: string][] {
  return Object.entries<OptionDefinition>({ ...table, help: HELP }).map(([name, { value, summary }]) => [
    `--${name}${value ? ` ${value}` : ''}`,
    summary,
  ])
}

/** Formats the options for the help text. */
export function optionLines(table: OptionTable): string {
  const rows = optionRows(table)
  const width = Math.max(...rows.map(([option]) => option.length)) + 2
  return rows.map(([option, summary]) => `  ${option.padEnd(width)}${summary}`).join('\n')
}

/** @throws UsageError if the text is not an integer within the bounds */
export function parseInteger(
  name: string,
  text: string,
  least: number,
  most = Number.MAX_SAFE_INTEGER,
): number {
  const number = Number(text)
  if (/^\d+$/.test(text) && number >= least && number <= most) return number
  const range = most === Number.MAX_SAFE_INTEGER ? `${least} or more` : `${least} to ${most}`
  throw new UsageError(`${name} must be an integer, ${range}, not "${text}".`)
}

/** Time in milliseconds that background compilation has to finish. */
const EXIT_DELAY_MS = 100

/**
 * Exits the process after a short delay. trap: `process.exit` deadlocks while a background compilation is waiting for
 * a garbage collection (https://github.com/nodejs/node/issues/54918).
 */
export function exitSoon(code: number): void {
  process.exitCode = code
  setTimeout(() => process.exit(), EXIT_DELAY_MS)
}
