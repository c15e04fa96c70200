import { expect, test } from 'vitest'
import { z } from 'zod'
import { isPermitted, liveReadsOf } from './contracts.ts'
import { parseContracts } from './define-contracts.ts'
import { type EndpointDefinition, endpoint } from './endpoint.ts'
import { holds } from './relation.ts'
import { from } from './selection.ts'

const responses = { 200: z.array(z.string()) }
const list = { method: 'GET', path: '/notes', readOnly: 'a list', responses } as const
const own = { ...list, path: '/me', auth: 'bearer', responses: { ...responses, 401: z.unknown() } } as const

test('an endpoint without cases has the default ones, public reads first and own ones last', () => {
  const { cases } = parseContracts({
    endpoints: {
      me: { read: own, other: { ...own, path: '/other', responses } },
      notes: {
        add: { ...list, method: 'POST' },
        last: list,
        one: { ...list, path: '/notes/{id}' },
        search: { ...list, query: z.object({ q: z.string() }) },
        pages: { ...list, query: z.object({ page: z.string().optional() }), responses: { 201: z.unknown() } },
        gone: { ...list, responses: { 300: z.unknown() } },
      },
    },
    cases: { notes: { last: [{ title: 'reads', status: 200 }] } },
  })
  const title = 'responds as declared'
  expect(Object.entries(cases)).toEqual([
    ['notes.add', []],
    ['notes.one', []],
    ['notes.search', []],
    ['notes.pages', [{ title, status: 201 }]],
    ['notes.gone', []],
    ['notes.last', [{ title: 'reads', status: 200 }]],
    [
      'me.read',
      [
        { title, as: 'customer', status: 200 },
        { title: 'returns 401 without a token', status: 401 },
      ],
    ],
    ['me.other', [{ title, as: 'customer', status: 200 }]],
  ])
})

test('an endpoint keeps all fields that it may declare', () => {
  const every: Required<Omit<EndpointDefinition, 'openWith' | 'guestsFrom' | 'recordedIn'>> = {
    ...list,
    auth: 'bearer',
    summary: 'Lists notes.',
    params: z.object({}),
    query: z.object({}),
    body: z.object({}),
    evidence: { kind: 'assumed', why: 'a test' },
  }
  expect(parseContracts({ endpoints: { notes: { list: every } } }).endpoints['notes.list']).toEqual(every)
})

test('a case of an endpoint that requires a token has one, unless it expects 401 or names its caller', () => {
  const cases = [
    { title: 'a', status: 200 },
    { title: 'b', status: 401 },
    { title: 'c', status: 200, as: 'anonymous' as const },
  ]
  const callersOf = (endpoint: typeof list | typeof own) =>
    parseContracts({ endpoints: { a: { b: endpoint } }, cases: { a: { b: cases } } }).cases['a.b']?.map(
      ({ as }) => as,
    )
  expect(callersOf(own)).toEqual(['customer', undefined, 'anonymous'])
  expect(callersOf({ ...list, responses: own.responses })).toEqual([undefined, undefined, 'anonymous'])
})

test.each([404, 302, 204])('a case may expect the status %i without a schema', (status) => {
  const definition = { endpoints: { a: { b: list } }, cases: { a: { b: [{ title: 'a', status }] } } }
  expect(parseContracts(definition).cases['a.b']).toHaveLength(1)
})

test('the definition has defaults, and placeholders for the values of its cases', () => {
  const cases = { notes: { list: [{ title: 'a', status: 200, inputs: ['id'], outputs: ['id', 'name'] }] } }
  expect(parseContracts({ endpoints: { notes: { list } }, cases })).toMatchObject({
    prefix: '',
    keepsSlash: true,
    login: null,
    pageOrigin: null,
    maxAge: null,
    relations: [],
    valueLabels: {},
    images: [],
    probes: [],
    staging: null,
    endpoints: {
      'notes.list': { auth: 'none', summary: '', evidence: { kind: 'assumed', why: 'not declared' } },
    },
    placeholders: { id: '{id}', name: '{name}', email: '$PROVIDER_EMAIL', password: '$PROVIDER_PASSWORD' },
  })
  const relation = holds('a', from(endpoint(list), '$[]') as never, [], 'x', () => true)
  const given = { prefix: '/v2', origin: 'https://a.test', maxAge: 60, relations: [relation] }
  const { origin: pageOrigin, ...same } = given
  expect(parseContracts({ endpoints: { notes: { list } }, ...given })).toMatchObject({ ...same, pageOrigin })
})

const loginAt = (endpoint: object, status = 200) => ({
  endpoints: { auth: { login: { ...list, ...endpoint } } },
  cases: { auth: { login: [{ title: 'a', status }] } },
  login: { endpoint: 'auth.login', tokenField: 'token' },
})
const loginReturning = (schema: z.ZodType, tokenField = 'token') => ({
  ...loginAt({ method: 'POST', responses: { 200: schema } }),
  login: { endpoint: 'auth.login', tokenField },
})
const caseWith = (fields: object) => ({
  endpoints: { a: { b: list } },
  cases: { a: { b: [{ title: 'a', status: 200, ...fields }] } },
})
const petWithId = () => z.object({}).meta({ id: 'Pet' })

test.each<[message: string, definition: unknown]>([
  ['endpoints is empty.', { endpoints: {} }],
  ['endpoint notes.add does not exist.', { endpoints: { notes: { list } }, cases: { notes: { add: [] } } }],
  [
    'endpoint auth.login does not exist.',
    { endpoints: { notes: { list } }, login: { endpoint: 'auth.login', tokenField: 'token' } },
  ],
  ['endpoints.a.b.path: must begin with /.', { endpoints: { a: { b: { ...list, path: 'notes' } } } }],
  [
    'endpoints.a.b.responses: must contain the schema for at least one status.',
    { endpoints: { a: { b: { ...list, responses: {} } } } },
  ],
  [
    'endpoints.a.b.responses.ok: must be a status.',
    { endpoints: { a: { b: { ...list, responses: { ok: z.unknown() } } } } },
  ],
  [
    'endpoints.a.b.responses.1200: must be a status.',
    { endpoints: { a: { b: { ...list, responses: { 1200: z.unknown() } } } } },
  ],
  ['endpoints.a.b.query: must be an object.', { endpoints: { a: { b: { ...list, query: z.string() } } } }],
  ...['v2', '/v2/', '/'].map((prefix): [string, unknown] => [
    'prefix: must be empty, or begin with / and not end with /.',
    { endpoints: { notes: { list } }, prefix },
  ]),
  [
    'endpoints.a.b.responses.200: Duplicate schema id "Pet" detected during JSON Schema conversion.',
    { endpoints: { a: { b: { ...list, responses: { 200: z.union([petWithId(), petWithId()]) } } } } },
  ],
  ...(
    [
      ['tuple at $.a[] is not supported: declare an array, for example with length', z.tuple([z.int()])],
      [
        'intersection at $.a[] is not supported: only objects with different fields can be intersected; use extend',
        z.object({ id: z.int() }).and(z.object({ id: z.int() })),
      ],
      ['pipe at $.a[] is not supported: declare the type before preprocess', z.preprocess(Number, z.int())],
      ['date at $.a[] is not supported: declare the JSON type of the response', z.date()],
      ['coerce at $.a[] is not supported: declare the JSON type of the response', z.coerce.number().int()],
      [
        'coerce at $.a[] is not supported: declare the JSON type of the response',
        z.coerce.string().nullable(),
      ],
      [
        'catch at $.a[].* is not supported: declare the JSON type of the response',
        z.record(z.string(), z.int().catch(0)),
      ],
      [
        'map at $.a[].* is not supported: declare the JSON type of the response',
        z.object({}).catchall(z.map(z.int(), z.int())),
      ],
    ] as const
  ).map(([message, schema]): [string, unknown] => [
    `endpoints.a.b.responses.200: ${message}.`,
    { endpoints: { a: { b: { ...list, responses: { 200: z.object({ a: z.array(schema).nullable() }) } } } } },
  ]),
  ['cases.a.b.0: Unrecognized key: "clean_up".', caseWith({ clean_up: 'removed later' })],
  ['cases.a.b.0: Unrecognized key: "statusIn77".', caseWith({ statusIn77: 201 })],
  [
    'endpoints.a.b: Unrecognized key: "guestsFrom".',
    { endpoints: { a: { b: { ...list, guestsFrom: '7.7' } } } },
  ],
  ['cases.a.b.0.inputs: must be a list of names.', caseWith({ inputs: 'petId' })],
  ['cases.a.b.0.request: must be an object or a function.', caseWith({ request: 'q=1' })],
  [
    'relations.0: must be a relation such as entity(…).in(…).',
    { endpoints: { a: { b: list } }, relations: [{ title: 'a', createCheck: () => () => [] }] },
  ],
  ['cases.a.b.0.request: must not be asynchronous.', caseWith({ request: async () => ({}) })],
  ['cases.a.b.0.extract: must not be asynchronous.', caseWith({ extract: async () => ({}) })],
  [
    "endpoints.a.b.responses.200: Cannot read properties of undefined (reading 'b').",
    {
      endpoints: {
        a: { b: { ...list, responses: { 200: z.lazy(() => (undefined as never as { b: z.ZodType }).b) } } },
      },
    },
  ],
  ['cases.a.b.0.status: must be a status from 100 to 599.', caseWith({ status: 7000 })],
  ['cases.a.b.0.status: 201 is not declared in its responses.', caseWith({ status: 201 })],
  ['cases.a.b.0.status: 202 is not declared in its responses.', caseWith({ otherStatuses: [202] })],
  ['login: the endpoint auth.login must be a POST.', loginAt({})],
  [
    'login: the endpoint auth.login has no case that succeeds.',
    loginAt({ method: 'POST', responses: { ...responses, 401: z.unknown() } }, 401),
  ],
  [
    'login.tokenField: the response of auth.login has no field "token".',
    loginReturning(z.object({ data: z.object({ token: z.string() }) })),
  ],
  [
    'login.tokenField: the response of auth.login has no field "data.jwt".',
    loginReturning(z.object({ data: z.object({ token: z.string() }) }), 'data.jwt'),
  ],
  ['cases.a.b.0.inputs: no case has the output "petId".', caseWith({ inputs: ['email', 'petId'] })],
  [
    'cases.a.b.0.inputs: no case has the output "petID"; did you mean "petId"?',
    caseWith({ inputs: ['petID'], outputs: ['petId'] }),
  ],
  [
    'origin: must be an origin like https://shop.example.',
    { endpoints: { notes: { list } }, origin: 'shop.example/path' },
  ],
  ['maxAge: must be a number of seconds from 0.', { endpoints: { notes: { list } }, maxAge: -1 }],
  ['it exports no endpoints.', undefined],
])('rejects contracts with the message: %s', (message, definition) => {
  expect(() => parseContracts(definition)).toThrow(new RegExp(`^${message.replace(/[.*?$[\]()]/g, '\\$&')}$`))
})

test.each<[tokenField: string, schema: z.ZodType]>([
  ['token', z.object({ token: z.string() })],
  ['data.token', z.object({ data: z.object({ token: z.string() }).nullable() })],
  ['token', z.union([z.object({ error: z.string() }), z.object({ token: z.string() })])],
  ['token', z.looseObject({})],
  ['data.token', z.record(z.string(), z.unknown())],
])('accepts the token field %s', (tokenField, schema) => {
  expect(parseContracts(loginReturning(schema, tokenField)).login?.tokenField).toBe(tokenField)
})

test.each<[name: string, method: string, live: boolean, writing: boolean, emulator: boolean]>([
  ['notes.list', 'GET', true, true, true],
  ['notes.risky', 'GET', false, false, true],
  ['notes.unknown', 'GET', false, false, true],
  ['notes.add', 'POST', false, true, true],
  ['notes.unknown', 'POST', false, false, false],
  ['auth.login', 'POST', true, true, true],
  ['auth.login', 'DELETE', false, true, true],
  ['notes.add', 'OPTIONS', true, true, true],
  ['notes.unknown', 'OPTIONS', false, false, false],
  ['images.covers', 'GET', true, true, true],
  ['images.covers', 'OPTIONS', false, false, false],
])(
  '%s with %s is permitted: %s on a live host, %s with --write, %s on an emulator',
  (name, method, ...expected) => {
    const { readOnly: _, ...risky } = list
    const contracts = {
      ...parseContracts({
        endpoints: {
          notes: { list, risky, add: { ...risky, method: 'POST' } },
          auth: { login: { ...risky, method: 'POST', responses: { 200: z.object({ token: z.string() }) } } },
        },
        cases: { auth: { login: [{ title: 'logs in', status: 200 }] } },
        login: { endpoint: 'auth.login', tokenField: 'token' },
      }),
      images: [
        { name: 'images.covers', files: 'covers', endpoint: endpoint({ ...list, readOnly: 'images' }) },
      ],
    }
    expect(liveReadsOf(contracts)).toEqual({ 'notes.list': 'a list', 'images.covers': 'images' })
    const live = { write: false, isEmulator: false }
    const emulator = { write: true, isEmulator: true }
    const permitted = [live, { ...live, write: true }, emulator].map((options) =>
      isPermitted(contracts, name, method, options),
    )
    expect(permitted).toEqual(expected)
  },
)

test('accepts schemas that contain themselves, and types without contents', () => {
  const Folder = z.object({
    get inner(): z.ZodOptional<z.ZodType> {
      return Folder.optional()
    },
    gone: z.undefined().optional(),
    at: z.string().transform(Number),
  })
  const responses = { 200: Folder, 204: z.void() }
  expect(() => parseContracts({ endpoints: { a: { b: { ...list, responses } } } })).not.toThrow()
})
