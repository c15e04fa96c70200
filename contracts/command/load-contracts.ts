import { existsSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import type { Contracts } from '../harness/plan/contracts.ts'
import { contractsOf, DefinitionError } from '../harness/plan/define-contracts.ts'
import { unknownNames } from '../harness/plan/plan-cases.ts'
import { providerContracts } from '../harness/plan/provider-contracts.ts'
import { UsageError } from '../src/command-line.ts'
import type { CommandLine, Options } from './options.ts'
import { pathFromHere } from './report-files.ts'

/**
 * Loads the contracts that the options name.
 * @throws UsageError if the file contains none, or if --only matches nothing
 */
export async function withContracts(options: CommandLine['options']): Promise<Options> {
  const { contractsFile, only, target } = options
  const contracts = contractsFile === null ? providerContracts : await loadContracts(contractsFile)
  const [unknown] = only === null ? [] : unknownNames(contracts, only)
  if (unknown !== undefined) throw new UsageError(`--only: no endpoint or resource "${unknown}".`)
  const { prefix } = contracts
  const isBelow = contractsFile !== null && prefix !== '' && target?.endsWith(prefix)
  return { ...options, contracts, target: isBelow ? (target as string).slice(0, -prefix.length) : target }
}

/** Reads the default export of a module, or its exports. */
async function loadContracts(file: string): Promise<Contracts> {
  const path = pathFromHere(file)
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
