import { parseArgs } from 'node:util'

/** One option of a command. Parsing, help and the types of its value come from here. */
export type OptionDefinition = {
  /** Name of the value in the help, such as `FILE`; an option without one is on or off. */
  value?: string
  /** With the default in parentheses. */
  summary: string
  /** May be given several times. */
  multiple?: true
  /** One letter that is the same option. */
  short?: string
  /** Accepted and not listed: former names, until the next release. */
  isHidden?: true
}
export type OptionTable = Readonly<Record<string, OptionDefinition>>

export type ValuesOf<O extends OptionTable> = {
  [Name in keyof O]?: O[Name] extends { value: string }
    ? O[Name] extends { multiple: true }
      ? string[]
      : string
    : boolean
}

/** Wrong usage: one message for the person at the keyboard. */
export class UsageError extends Error {}

/**
 * Reads the arguments of a command. `help` is always an option.
 * @throws UsageError that names the argument
 * @example
 * const { values } = parseOptions(['--port', '0'], { port: { value: 'N', summary: 'where it listens' } })
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

const HELP: OptionDefinition = { summary: 'this text', short: 'h' }

/** The options as rows of the help: how each is written, and what it does. */
export function optionRows(table: OptionTable): [option: string, summary: string][] {
  return Object.entries({ ...table, help: HELP })
    .filter(([, { isHidden }]) => !isHidden)
    .map(([name, { value, summary }]) => [`--${name}${value ? ` ${value}` : ''}`, summary])
}

/** The options as lines of the help. */
export function optionLines(table: OptionTable): string {
  const rows = optionRows(table)
  const width = Math.max(...rows.map(([option]) => option.length)) + 2
  return rows.map(([option, summary]) => `  ${option.padEnd(width)}${summary}`).join('\n')
}

/** @throws UsageError when the text is no integer within the bounds */
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
