import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { providerContracts } from '../cases/provider.ts'
import { UsageError } from '../src/command-line.ts'
import type { Contracts } from '../src/contracts.ts'
import { contractsOf, DefinitionError } from '../src/define-contracts.ts'

/**
 * Loads contracts from the default export of a module, or from its named exports.
 * @param file the bookshop's contracts if undefined
 * @throws UsageError if the file contains no contracts
 */
export async function loadContracts(file: string | undefined): Promise<Contracts> {
  if (file === undefined) return providerContracts
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

/** Removes the contracts' prefix from the end of a host's URL. */
export function originOf<Target extends string | undefined>(target: Target, { prefix }: Contracts): Target {
  const isBelow = prefix !== '' && target?.endsWith(prefix)
  return (isBelow ? target?.slice(0, -prefix.length) : target) as Target
}
