import { existsSync } from 'node:fs'
import { upgrade } from '@scalar/openapi-upgrader'
import { DefinitionError } from '../src/define-contracts.ts'
import type { Json } from './json-schema.ts'

/**
 * Reads an OpenAPI or Swagger document in JSON or YAML. References to other files are replaced, so that all others begin
 * with `#`.
 * @param source a file or a URL
 * @throws DefinitionError if a file is missing or cannot be parsed
 */
export async function readOpenApi(source: string): Promise<Json> {
  const isUrl = /^https?:\/\//.test(source)
  if (!isUrl && !existsSync(source)) throw new DefinitionError('the file does not exist.')
  // Loaded on demand, because most runs don't need it.
  const { default: parser } = await import('@apidevtools/json-schema-ref-parser')
  // Without this option, only public hosts are read.
  const options = { resolve: { http: { safeUrlResolver: false } } }
  try {
    const parsed = (await parser.parse(source, options)) as Json
    // trap: bundling refers to the first use of a schema, which upgrading moves.
    const document = upgrade(parsed, '3.1') as Json
    const isComplete = !/"\$ref":"[^#]/.test(JSON.stringify(document))
    return isComplete ? document : ((await parser.bundle(source, document, options)) as Json)
  } catch (error) {
    throw new DefinitionError(`${(error as Error).message.split('\n')[0]}`)
  }
}
