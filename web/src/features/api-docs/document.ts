import { queryOptions } from '@tanstack/react-query'

/** The fields of a schema in the generated OpenAPI 3.1 document that the page shows. */
export type Schema = {
  $ref?: string
  type?: string | string[]
  enum?: unknown[]
  const?: unknown
  anyOf?: Schema[]
  items?: Schema
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: Schema
  description?: string
}

type Content = Record<string, { schema: Schema }>

export type Operation = {
  operationId: string
  tags: string[]
  summary: string
  security: object[]
  parameters?: { name: string; in: string; required: boolean; schema: Schema }[]
  requestBody?: { content: Content }
  responses: Record<string, { description: string; content: Content }>
  'x-evidence': { kind: string; on?: string; source?: string; why?: string; note?: string }
  'x-cases': {
    title: string
    as: string
    status: number
    params?: object
    query?: Record<string, string>
    body?: unknown
  }[]
}

export type ApiDocument = {
  openapi: string
  info: { title: string; description: string }
  servers: { url: string }[]
  tags: { name: string }[]
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, Schema> }
}

export type Call = { method: string; path: string; operation: Operation }

/** The path of the document. */
export const DOCUMENT_URL = '/openapi.json'

/** The OpenAPI document, which the build generates from the contracts. */
export function apiDocumentQuery() {
  return queryOptions({
    queryKey: ['api-document'],
    queryFn: async ({ signal }): Promise<ApiDocument> => {
      const response = await fetch(DOCUMENT_URL, { signal })
      if (!response.ok) throw new Error(`${DOCUMENT_URL} responded with ${response.status}`)
      return (await response.json()) as ApiDocument
    },
    staleTime: Number.POSITIVE_INFINITY,
  })
}

/** Returns the requests that contain all of the words in their path, method, resource, summary or fields. */
export function findCalls({ paths }: ApiDocument, words: string): Call[] {
  const searchTerms = words.toLowerCase().split(/\s+/).filter(Boolean)
  return Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).flatMap(([method, operation]) => {
      const text = `${method} ${path} ${JSON.stringify(operation)}`.toLowerCase()
      return searchTerms.every((word) => text.includes(word))
        ? [{ method: method.toUpperCase(), path, operation }]
        : []
    }),
  )
}

const INDENT = '  '

/**
 * Formats a schema like a TypeScript type, such as `{ id: integer, name?: string | null }`, with one field per line.
 * References are shown by name.
 */
export function schemaText(schema: Schema, indent = ''): string {
  if (schema.$ref) return schema.$ref.split('/').at(-1) as string
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ')
  if ('const' in schema) return JSON.stringify(schema.const)
  if (schema.anyOf) return [...new Set(schema.anyOf.map((each) => schemaText(each, indent)))].join(' | ')
  if (schema.type === 'array') {
    const item = schemaText(schema.items ?? {}, indent)
    return /^[\w-]+$/.test(item) || item.startsWith('{') ? `${item}[]` : `(${item})[]`
  }
  if (schema.properties) {
    const fields = Object.entries(schema.properties)
    if (fields.length === 0) return '{}'
    const inner = indent + INDENT
    const lines = fields.map(([name, field]) => {
      const open = schema.required?.includes(name) ? '' : '?'
      const note = field.description ? `   // ${field.description}` : ''
      return `${inner}${name}${open}: ${schemaText(field, inner)}${note}`
    })
    return `{\n${lines.join('\n')}\n${indent}}`
  }
  if (schema.additionalProperties) return `map of ${schemaText(schema.additionalProperties, indent)}`
  if (schema.type === undefined) return 'anything'
  return [schema.type].flat().join(' | ')
}

/** Returns the names of all schemas that a schema references, directly or indirectly. */
export function referencedSchemas(
  schema: unknown,
  schemas: Record<string, Schema>,
  names = new Set<string>(),
): string[] {
  for (const [key, value] of Object.entries(schema ?? {})) {
    if (key === '$ref' && typeof value === 'string') {
      const name = value.split('/').at(-1) as string
      if (names.has(name) || !schemas[name]) continue
      names.add(name)
      referencedSchemas(schemas[name], schemas, names)
    } else if (value !== null && typeof value === 'object') referencedSchemas(value, schemas, names)
  }
  return [...names]
}
