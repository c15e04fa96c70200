import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type OptionTable, parseInteger, UsageError, type ValuesOf } from '../contracts/src/command-line.ts'
import { bootstrap, root } from './bootstrap.ts'
import { UserError } from './runtime.mjs'

export type Command = {
  summary: string
  /** Parses the arguments after the command's name and runs the command. @returns the exit code; undefined means 0 */
  start: (name: string, args: string[]) => Promise<number | undefined>
}

export function defineCommand<const O extends OptionTable>(definition: {
  summary: string
  options: O
  /** Placeholder for the required file argument, such as `REPORT.json`. */
  file?: string
  /** Text to show below the options in the help. */
  note?: string
  run: (values: ValuesOf<O>, file: string) => Promise<number | undefined> | number | undefined
}): Command {
  const { summary, options, file, note = '', run } = definition
  return {
    summary,
    start: async (name, args) => {
      // The parser is a package, which a fresh clone does not contain yet.
      await bootstrap()
      const { optionLines, parseOptions } = await import('../contracts/src/parse-options.ts')
      if (args.includes('--help') || args.includes('-h')) {
        const usage = [usageOf(name), ...(file ? [file] : []), '[options]'].join(' ')
        process.stdout.write(`Usage: npm run ${usage}\n\n${summary}\n\n${optionLines(options)}\n${note}`)
        return 0
      }
      try {
        const { values, positionals } = parseOptions(args, options, { allowPositionals: file !== undefined })
        if (file && positionals.length !== 1) throw new UsageError(`${name} requires one ${file}`)
        return await run(values, positionals[0] ?? '')
      } catch (error) {
        if (!(error instanceof UsageError)) throw error
        throw new UserError(`${error.message}; npm run ${usageOf(name)} --help lists the options.`)
      }
    },
  }
}

/** Defines a command that forwards its arguments to a program, which has its own options and help. */
export function forwardCommand(definition: {
  summary: string
  run: (args: string[]) => Promise<number | undefined>
}): Command {
  return { summary: definition.summary, start: (_, args) => definition.run(args) }
}

/** Returns the value of a positive integer option. @throws UsageError for any other value */
export function wholeNumber(option: string, text: string | undefined, standard: number): number {
  return text === undefined ? standard : parseInteger(`--${option}`, text, 1)
}

/** Returns the part of a command line before its options: `test --`, `lab -- bench`. */
const usageOf = (name: string) => (name.startsWith('lab ') ? name : `${name} --`)

/** Returns the version of the project, which is also the version of its packages and releases. */
export function packageVersion(): string {
  return JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).version
}
