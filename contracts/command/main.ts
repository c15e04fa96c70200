import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { setFlagsFromString } from 'node:v8'
import { providerContracts } from '../cases/provider.ts'
import { unknownNames } from '../harness/plan.ts'
import { EXIT } from '../harness/report/exit-code.ts'
import { EmulatorError } from '../harness/send/exchange.ts'
import { UsageError } from '../src/command-line.ts'
import type { Contracts } from '../src/contracts.ts'
import { contractsOf, DefinitionError } from '../src/define-contracts.ts'
import { printable } from '../src/printable.ts'
import { accept } from './accept.ts'
import { CHECKOUT, type Home, helpText } from './flags.ts'
import { history } from './history.ts'
import { type CommandLine, type Options, readCommandLine } from './options.ts'
import { validateHars, validateHost } from './validate.ts'

/** Runs a command line and returns its exit code. */
export async function main(args: readonly string[], home: Home = CHECKOUT): Promise<number> {
  // Makes V8 collect garbage earlier. A run that validates a list of 8 MB then uses 200 MB of memory instead of 350
  // MB.
  setFlagsFromString('--optimize-for-size')
  try {
    const { name, files, options: read } = readCommandLine(args, home)
    if (name === 'help') {
      process.stdout.write(helpText(home.command))
      return EXIT.kept
    }
    const options = await withContracts(read)
    const [file = ''] = files
    switch (name) {
      case 'accept':
        return accept(file, options)
      case 'har':
        return await validateHars(files, options)
      case 'history':
        return history(options)
      case 'validate':
        return await validateHost(options)
    }
  } catch (error) {
    if (!(error instanceof UsageError || error instanceof EmulatorError)) throw error
    process.stderr.write(`${printable(error.message)}\n`)
    return error instanceof UsageError ? EXIT.usage : EXIT.emulatorBroken
  }
}

/**
 * Loads the contracts that the options select.
 * @throws UsageError if the file contains no contracts, or if --only matches nothing
 */
async function withContracts(options: CommandLine['options']): Promise<Options> {
  const { contractsFile, only, target } = options
  const contracts = contractsFile === null ? providerContracts : await loadContracts(contractsFile)
  const [unknown] = only === null ? [] : unknownNames(contracts, only)
  if (unknown !== undefined) throw new UsageError(`--only: no endpoint or resource "${unknown}".`)
  const { prefix } = contracts
  const isBelow = contractsFile !== null && prefix !== '' && target?.endsWith(prefix)
  return { ...options, contracts, target: isBelow ? (target as string).slice(0, -prefix.length) : target }
}

/** Loads contracts from the default export of a module, or from its named exports. */
async function loadContracts(file: string): Promise<Contracts> {
  const path = resolve(file)
  if (!existsSync(path)) throw new UsageError(`${file} cannot be read (ENOENT).`)
  let exported: Record<string, unknown>
  try {
    exported = await import(pathToFileURL(path).href)
  } catch (error) {
    throw new UsageError(`${file} cannot be loaded: ${(error as Error).message.split('\n')[0]}`)
  }
  try {
    return contractsOf('default' in exported ? exported.default : exported)
  } catch (error) {
    if (error instanceof DefinitionError) throw new UsageError(`${file}: ${error.message}`)
    throw error
  }
}
