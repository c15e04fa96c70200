import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Command } from 'commander'
import { z } from 'zod'
import { providerContracts } from '../cases/provider.ts'
import { UsageError } from '../src/command-line.ts'
import type { Contracts } from '../src/contracts.ts'
import { contractsOf, DefinitionError } from '../src/define-contracts.ts'
import { text } from './option-values.ts'
import { readAs } from './report-files.ts'

export type ContractOptions = { contracts?: string; openapi?: string; params?: string; relations?: string }

/** Adds the options that select the contracts. */
export function addContractOptions(command: Command): Command {
  return command
    .option('--contracts <FILE>', 'module with the contracts for a different API', text('--contracts'))
    .option('--openapi <FILE>', 'file or URL of an OpenAPI 3 or Swagger 2.0 document', text('--openapi'))
    .option(
      '--relations <FILE>',
      'module with more of the contracts for --openapi, such as relations',
      text('--relations'),
    )
}

/** Whether the contracts are those of a different API. */
export function isForeign({ contracts, openapi }: ContractOptions): boolean {
  return contracts !== undefined || openapi !== undefined
}

/**
 * Loads contracts from a module or an OpenAPI document; the bookshop's by default.
 * @throws UsageError if the file contains no contracts
 */
export async function loadContracts(options: ContractOptions): Promise<Contracts> {
  const { contracts: file, openapi } = options
  if (file !== undefined && openapi !== undefined)
    throw new UsageError('--openapi cannot be used with --contracts.')
  for (const name of ['params', 'relations'] as const)
    if (options[name] !== undefined && openapi === undefined)
      throw new UsageError(`--${name} requires --openapi.`)
  try {
    if (openapi !== undefined) return contractsOf(await readDocument(openapi, options))
    return file === undefined ? providerContracts : contractsOf(await exportOf(file))
  } catch (error) {
    if (error instanceof DefinitionError) throw new UsageError(`${openapi ?? file}: ${error.message}`)
    throw error
  }
}

const Params = z.record(z.string(), z.record(z.string(), z.unknown()))

async function readDocument(source: string, { params: file, relations }: ContractOptions) {
  // Loaded on demand, because the parser is large.
  const [{ readOpenApi }, { fromOpenApi }] = await Promise.all([
    import('../openapi/read-openapi.ts'),
    import('../openapi/from-openapi.ts'),
  ])
  const params = file === undefined ? {} : readAs(file, 'an object of parameters by operation', Params.parse)
  const definition = fromOpenApi(await readOpenApi(source), { params })
  return relations === undefined ? definition : { ...definition, ...(await exportOf(relations)) }
}

/** Returns the default export of a module, or its named exports. */
async function exportOf(file: string): Promise<object> {
  const path = resolve(file)
  if (!existsSync(path)) throw new UsageError(`${file} cannot be read (ENOENT).`)
  try {
    const exported: Record<string, unknown> = await import(pathToFileURL(path).href)
    return Object(exported.default ?? exported)
  } catch (error) {
    throw new UsageError(`${file} cannot be loaded: ${(error as Error).message.split('\n')[0]}`)
  }
}

/** Removes the contracts' prefix from the end of a host's URL. */
export function originOf<Target extends string | undefined>(target: Target, { prefix }: Contracts): Target {
  const isBelow = prefix !== '' && target?.endsWith(prefix)
  return (isBelow ? target?.slice(0, -prefix.length) : target) as Target
}
