import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Command } from 'commander'
import { providerContracts } from '../cases/provider.ts'
import { UserError } from '../src/command-line/user-error.ts'
import type { Contracts } from '../src/contracts.ts'
import { DefinitionError, parseContracts } from '../src/define-contracts.ts'
import { parseText } from './option-values.ts'

export type ContractOptions = { contracts?: string }

/** Adds the option that selects the contracts. */
export function addContractOption(command: Command): Command {
  return command.option(
    '--contracts <FILE>',
    'module with the contracts for a different API',
    parseText('--contracts'),
  )
}

/** Whether the contracts are those of a different API. */
export function isOtherApi({ contracts }: ContractOptions): boolean {
  return contracts !== undefined
}

/**
 * Loads contracts from a module; the bookshop's by default.
 * @throws UserError if the file contains no contracts
 */
export async function loadContracts({ contracts: file }: ContractOptions): Promise<Contracts> {
  if (file === undefined) return providerContracts
  try {
    return parseContracts(await exportOf(file))
  } catch (error) {
    if (error instanceof DefinitionError) throw new UserError(`${file}: ${error.message}`)
    throw error
  }
}

/** Returns the default export of a module, or its named exports. */
async function exportOf(file: string): Promise<object> {
  const path = resolve(file)
  if (!existsSync(path)) throw new UserError(`${file} cannot be read (ENOENT).`)
  try {
    const exported: Record<string, unknown> = await import(pathToFileURL(path).href)
    return Object(exported.default ?? exported)
  } catch (error) {
    throw new UserError(
      `${file} cannot be loaded: ${String((error as Error | null)?.message ?? error).split('\n')[0]}`,
    )
  }
}

/** Removes the contracts' prefix from the end of a host's URL. */
export function originOf<Target extends string | undefined>(target: Target, { prefix }: Contracts): Target {
  const isBelow = prefix !== '' && target?.endsWith(prefix)
  return (isBelow ? target?.slice(0, -prefix.length) : target) as Target
}
