import { z } from 'zod'
import type { Case, Known } from '../../cases/case.ts'
import type { Endpoint } from '../../src/endpoint.ts'
import type { Relation } from '../../src/relation.ts'
import { describeSchema } from '../../src/schema/schema.ts'
import type { Contracts } from './contracts.ts'

/** An endpoint of any API; what is left out has a plain default. */
export type EndpointDefinition = Omit<Endpoint, 'auth' | 'summary' | 'evidence'> &
  Partial<Pick<Endpoint, 'auth' | 'summary' | 'evidence'>>

/** What a case knows beside the values of earlier answers: the account that the environment names. */
type Account = { email: string; password: string }

/**
 * The contracts of an API, as a project writes them for `contract --contracts FILE`.
 * @typeParam V the values that cases hand on to later ones, e.g. `{ petId: number }`
 */
export type ContractsDefinition<V = Record<string, string | number>> = {
  /** The path before that of every endpoint, e.g. `/v2`; none when left out. */
  prefix?: string
  /** Endpoints by resource: `{ pets: { list: { method: 'GET', … } } }` is `pets.list` in reports. */
  endpoints: Record<string, Record<string, EndpointDefinition>>
  /** Example requests. A GET without path parameters needs none: it is asked once, as it is declared. */
  cases?: Record<string, Record<string, readonly Case<V & Account>[]>>
  /** The endpoint that exchanges an e-mail address and a password for a token, e.g. `{ endpoint: 'auth.login', tokenField: 'token' }`. */
  login?: { endpoint: string; tokenField: string }
  /** The origin of web pages that call the API: its answers must permit them. Left out, no browser is imitated. */
  origin?: string
  /** Seconds that an answer may be cached; any number when left out. */
  maxAge?: number
  /** Statements about several responses of one run, made by `entity`, `known` and `holds`. */
  relations?: readonly Relation[]
}

/** Contracts that cannot be used, in one sentence. */
export class DefinitionError extends Error {}

/** Declares the contracts of an API and keeps their types: the default export of a `--contracts` file. */
export function defineContracts<V = Record<string, string | number>>(
  definition: ContractsDefinition<V>,
): ContractsDefinition<V> {
  return definition
}

/** A schema of whichever copy of Zod 4 the project has. */
const Schema = z.custom<z.ZodType>(
  (value) => (value as z.ZodType | undefined)?._zod?.def !== undefined,
  'must be a schema of Zod 4',
)
const ObjectSchema = Schema.refine((schema) => describeSchema(schema).kind === 'object', 'must be an object')

/** Reads `answers`, the former name of `responses`. */
function renameAnswers(declared: unknown): unknown {
  if (typeof declared !== 'object' || declared === null || !('answers' in declared)) return declared
  const { answers, ...rest } = declared
  return { responses: answers, ...rest }
}

const Declared = z.strictObject({
  method: z.enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']),
  path: z.string().startsWith('/', 'must begin with /'),
  auth: z.enum(['none', 'bearer']).default('none'),
  openWith: z.string().optional(),
  summary: z.string().default(''),
  readOnly: z.string().min(1).optional(),
  params: ObjectSchema.optional(),
  query: ObjectSchema.optional(),
  body: ObjectSchema.optional(),
  responses: z
    .record(z.string().regex(/^[1-5]\d\d$/, 'must be a status'), Schema)
    .refine((responses) => Object.keys(responses).length > 0, 'must hold the schema of a status'),
  evidence: z
    .custom<Endpoint['evidence']>()
    .default({ kind: 'assumed', why: 'the declaration does not say' }),
})

const CaseShape = z.looseObject({ title: z.string().min(1), status: z.int() })

const Definition = z.strictObject({
  prefix: z
    .string()
    .regex(/^(\/.*[^/])?$/, 'must be empty, or begin with / and not end with one')
    .default(''),
  endpoints: z.record(z.string(), z.record(z.string(), z.preprocess(renameAnswers, Declared))),
  cases: z.record(z.string(), z.record(z.string(), z.array(CaseShape))).default({}),
  login: z.strictObject({ endpoint: z.string(), tokenField: z.string() }).nullable().default(null),
  origin: z.string().nullable().default(null),
  maxAge: z.number().nullable().default(null),
  relations: z
    .array(z.custom<Relation>((value) => typeof (value as Relation | null)?.rule === 'function'))
    .default([]),
})

/**
 * Contracts out of what a module exports.
 * @throws DefinitionError with one sentence, when it is no definition
 */
export function contractsOf(exported: unknown): Contracts {
  const read = readDefinition(exported)
  const endpoints = flat(read.endpoints) as Record<string, Endpoint>
  if (Object.keys(endpoints).length === 0) throw new DefinitionError('endpoints holds no endpoint.')
  for (const [name, declared] of Object.entries(endpoints)) refuseRecursion(name, declared)
  const given = flat(read.cases) as Record<string, readonly Case[]>
  for (const name of [...Object.keys(given), ...(read.login ? [read.login.endpoint] : [])])
    if (!Object.hasOwn(endpoints, name)) throw new DefinitionError(`there is no endpoint ${name}.`)
  const missing = Object.entries(endpoints).filter(([name]) => !Object.hasOwn(given, name))
  const cases = { ...given, ...Object.fromEntries(missing.map(([name, each]) => [name, casesOf(each)])) }
  return {
    prefix: read.prefix,
    keepsSlash: true,
    endpoints,
    cases,
    login: read.login,
    origin: read.origin,
    maxAge: read.maxAge,
    saysItFailed: () => false,
    valueNames: {},
    placeholders: placeholdersOf(Object.values(cases).flat()),
    images: [],
    probes: [],
    staging: [],
    relations: read.relations,
    screens: () => [],
  }
}

function readDefinition(exported: unknown): z.infer<typeof Definition> {
  try {
    // A module's own exports have no prototype.
    const read = Definition.safeParse(typeof exported === 'object' ? { ...exported } : exported)
    if (read.success) return read.data
    const [issue] = read.error.issues
    throw new DefinitionError(`${issue?.path.join('.') || 'the definition'}: ${issue?.message}.`)
  } catch (error) {
    // describeSchema follows a schema that contains itself without end.
    if (error instanceof RangeError)
      throw new DefinitionError('a schema that contains itself is not supported.')
    throw error
  }
}

function refuseRecursion(name: string, { responses }: Endpoint): void {
  try {
    for (const schema of Object.values(responses)) describeSchema(schema)
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    throw new DefinitionError(`${name}: a schema that contains itself is not supported.`)
  }
}

/** `{ pets: { list } }` -> `pets.list`. */
function flat(resources: Record<string, Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(resources).flatMap(([resource, named]) =>
      Object.entries(named).map(([name, value]) => [`${resource}.${name}`, value]),
    ),
  )
}

/** What an endpoint is asked that has no case: what its declaration alone says how to ask. */
function casesOf({ method, path, auth, query, responses }: Endpoint): readonly Case[] {
  const statuses = Object.keys(responses).map(Number)
  const status = statuses.find((each) => each < 300)
  const needsMore = path.includes('{') || query?.safeParse({}).success === false
  if (method !== 'GET' || needsMore || status === undefined) return []
  if (auth === 'none') return [{ title: 'answers as declared', status }]
  return [
    { title: 'answers as declared', as: 'customer', status },
    ...(statuses.includes(401) ? [{ title: 'refuses a call without a token', status: 401 }] : []),
  ]
}

/** Every value that a case gives or needs, as its name in braces. */
function placeholdersOf(cases: readonly Case[]): Known {
  const names = cases.flatMap(({ gives = [], needs = [] }) => [...gives, ...needs])
  return {
    ...Object.fromEntries(names.map((name) => [name, `{${name}}`])),
    email: '$PROVIDER_EMAIL',
    password: '$PROVIDER_PASSWORD',
  }
}
