import { parseArgs } from 'node:util'
import { UserError } from './runtime.mjs'

/** One option of a command: help, parsing and types all come from here. */
export type Option = {
  type: 'string' | 'boolean'
  /** How the value is called in the help, e.g. `N`. */
  value?: string
  summary: string
}

type Options = Record<string, Option>

type ValuesOf<O extends Options> = {
  [Name in keyof O]?: O[Name]['type'] extends 'boolean' ? boolean : string
}

export type Command = {
  summary: string
  /** Parses the arguments after the command's name and runs it. @returns the exit code; nothing means 0 */
  start: (name: string, args: string[]) => Promise<number | undefined>
}

/** A command with options of its own. */
export function defineCommand<const O extends Options>(definition: {
  summary: string
  options: O
  run: (values: ValuesOf<O>) => Promise<number | undefined> | number | undefined
}): Command {
  const { summary, options, run } = definition
  return {
    summary,
    start: async (name, args) => {
      if (args.includes('--help') || args.includes('-h')) {
        process.stdout.write(helpOf(name, summary, options))
        return 0
      }
      return run(readOptions(name, args, options))
    },
  }
}

/** A command whose arguments all go to a program with options and help of its own. */
export function forwardCommand(definition: {
  summary: string
  run: (args: string[]) => Promise<number | undefined>
}): Command {
  return { summary: definition.summary, start: (_, args) => definition.run(args) }
}

function readOptions<O extends Options>(name: string, args: string[], options: O): ValuesOf<O> {
  const declared = Object.entries(options).map(([option, { type }]) => [option, { type }] as const)
  try {
    return parseArgs({ args, options: Object.fromEntries(declared) }).values as ValuesOf<O>
  } catch (error) {
    throw new UserError(
      `${(error as Error).message.split('. ')[0]}; npm run ${usageOf(name)} --help lists the options.`,
    )
  }
}

function helpOf(name: string, summary: string, options: Options): string {
  const rows = Object.entries(options).map(
    ([option, { value, summary: text }]) => [`--${option}${value ? ` ${value}` : ''}`, text] as const,
  )
  rows.push(['--help', 'this text'])
  const width = Math.max(...rows.map(([option]) => option.length)) + 2
  const lines = rows.map(([option, text]) => `  ${option.padEnd(width)}${text}`)
  return `Usage: npm run ${usageOf(name)} [options]\n\n${summary}\n\n${lines.join('\n')}\n`
}

/** A whole number of an option. @throws UserError when it is none, or below the least */
export function wholeNumber(option: string, text: string | undefined, standard: number, least = 1): number {
  if (text === undefined) return standard
  const number = Number(text)
  if (!/^\d+$/.test(text) || number < least)
    throw new UserError(`--${option} must be a whole number from ${least} on, found "${text}".`)
  return number
}

/** A command line up to its options: `test --`, `lab -- soak`. */
const usageOf = (name: string) => (name.startsWith('lab ') ? name : `${name} --`)
