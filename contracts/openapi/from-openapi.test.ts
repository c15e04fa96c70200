import { describe, expect, test } from 'vitest'
import type { ZodType } from 'zod'
import { runContract } from '../harness/run.ts'
import { contractsOf, DefinitionError } from '../src/define-contracts.ts'
import { endpoint } from '../src/endpoint.ts'
import { from, holds, type Relation } from '../src/relation.ts'
import { checkBody } from '../src/schema/check.ts'
import { nonEmpty } from '../test/non-empty.ts'
import { fromOpenApi } from './from-openapi.ts'
import type { GivenParams } from './operations.ts'

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` })
const json = (schema: object) => ({ content: { 'application/json': { schema } } })
const responses = { '200': json(ref('Book')), '404': json(ref('Problem')) }
const query = (name: string) => ({ name, in: 'query', schema: { type: 'integer' } })

/** A library's API, as a stranger would describe it. */
const LIBRARY = {
  openapi: '3.0.3',
  info: { title: 'Library', version: '1' },
  servers: [{ url: '/v1' }],
  security: [{ key: [] }],
  paths: {
    '/books': {
      get: {
        operationId: 'listBooks',
        tags: ['books'],
        security: [],
        parameters: [query('limit'), query('offset')],
        responses: {
          '200': {
            headers: { 'X-Total': { required: true, schema: { type: 'integer' } } },
            ...json({ type: 'array', items: ref('Book') }),
          },
        },
      },
      post: {
        operationId: 'addBook',
        tags: ['books'],
        requestBody: {
          content: { 'application/json': { schema: ref('Book'), example: { title: 'Kintu' } } },
        },
        responses: { '201': json(ref('Book')) },
      },
    },
    '/books/{bookId}': {
      parameters: [{ name: 'bookId', in: 'path', required: true, schema: { type: 'integer' } }],
      get: { operationId: 'getBook', tags: ['books'], security: [], responses },
      delete: { operationId: 'removeBook', tags: ['books'], responses: { '204': { description: 'gone' } } },
    },
    '/members/me': {
      get: {
        operationId: 'me',
        tags: ['members'],
        responses: { '200': json(ref('Member')), '401': json(ref('Problem')) },
      },
    },
    '/search': {
      get: {
        operationId: 'search',
        tags: ['books'],
        security: [],
        parameters: [{ name: 'q', in: 'query', required: true, schema: { type: 'string' } }],
        responses: { '200': json({ type: 'array', items: ref('Book') }) },
      },
    },
  },
  components: {
    securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'X-Key' } },
    schemas: {
      Item: { type: 'object', required: ['id'], properties: { id: { type: 'integer' } } },
      Book: {
        allOf: [
          ref('Item'),
          {
            required: ['title', 'kind'],
            properties: {
              title: { type: 'string' },
              kind: { type: 'string', enum: ['novel', 'atlas'] },
              added: { type: 'string', format: 'date-time', nullable: true },
              sequel: ref('Book'),
            },
          },
        ],
      },
      Member: {
        type: 'object',
        required: ['name'],
        properties: { name: { type: 'string' }, secret: { not: {} } },
      },
      Problem: { type: 'object', required: ['message'], properties: { message: { type: 'string' } } },
    },
  },
}

type Reply = { status?: number; body: unknown; headers?: Record<string, string> }
type Drift = (reply: Reply, request: { path: string; query: URLSearchParams; key: string | null }) => Reply

const BOOKS = [1, 2, 3].map((id) => ({ id, title: `Book ${id}`, kind: 'novel', added: null }))

/** A host of the library in memory, which drifts as given. Records the requests. */
function libraryHost(drift: Drift = (reply) => reply) {
  const sent: string[] = []
  const reply = (path: string, search: URLSearchParams, key: string | null): Reply => {
    const id = /^\/v1\/books\/(\d+)$/.exec(path)?.[1]
    const book = BOOKS.find((each) => String(each.id) === id)
    if (path === '/v1/members/me')
      return key === 's3cret' ? { body: { name: 'Amina' } } : { status: 401, body: { message: 'no key' } }
    if (id) return book ? { body: book } : { status: 404, body: { message: 'unknown' } }
    const start = Number(search.get('offset') ?? 0)
    const rows = BOOKS.slice(start, start + Number(search.get('limit') ?? 10))
    return { body: rows, headers: { 'x-total': '3' } }
  }
  const send = async (input: unknown, init?: RequestInit) => {
    const { pathname: path, searchParams: query, search } = new URL(String(input))
    const key = new Headers(init?.headers).get('x-key')
    sent.push(`${init?.method} ${path}${search}${key ? ' with the key' : ''}`)
    const { status = 200, body, headers } = drift(reply(path, query, key), { path, query, key })
    return Response.json(body, { status, headers: headers ?? {} })
  }
  return { sent, fetch: send as typeof fetch }
}

async function validate(
  host: ReturnType<typeof libraryHost>,
  {
    write = false,
    params = {},
    relations = [],
  }: { write?: boolean; params?: GivenParams; relations?: Relation[] } = {},
) {
  const report = await runContract({
    contracts: contractsOf({ ...fromOpenApi(LIBRARY, { params }), relations }),
    target: {
      origin: 'http://library.test',
      credentials: { token: 's3cret' },
      isEmulator: false,
      fetch: host.fetch,
    },
    emulator: null,
    spacing: 0,
    write,
  })
  const findings = report.endpoints.flatMap(({ name, findings }) =>
    findings.map((finding) => `${name} ${finding.class} ${finding.where}`),
  )
  return { report, findings }
}

describe('a healthy host', () => {
  test('has no findings, and receives only reads, with ids of its lists', async () => {
    const host = libraryHost()
    const { report, findings } = await validate(host)
    expect(findings).toEqual([])
    expect(report.summary).toMatchObject({ exitCode: 0, verified: 3 })
    expect(host.sent.slice(0, 5)).toEqual([
      'GET /v1/books',
      'GET /v1/books/1',
      'GET /v1/books/2147483646',
      'GET /v1/members/me with the key',
      'GET /v1/members/me',
    ])
    expect(host.sent.every((line) => line.startsWith('GET '))).toBe(true)
  })

  test('names what was not sent, with the line to add, and what is not checked', async () => {
    const { report } = await validate(libraryHost())
    expect(report.endpoints.find(({ name }) => name === 'books.search')).toMatchObject({
      status: 'skipped',
      reason: 'the document has no example of q; add "GET /search": { "q": … } to --params',
    })
    expect(report.notes).toEqual(['not checked: not (1 place)'])
  })

  test('receives given parameters', async () => {
    const host = libraryHost()
    await validate(host, { params: { 'GET /search': { q: 'kintu' }, '*': { bookId: 2 } } })
    expect(host.sent).toContain('GET /v1/search?q=kintu')
    expect(host.sent).toContain('GET /v1/books/2')
  })

  test('receives a write only with --write, and only as the document shows it', async () => {
    const host = libraryHost((reply, { path }) =>
      path === '/v1/books' ? { ...reply, status: 201, body: BOOKS[0] } : reply,
    )
    await validate(host, { write: true })
    expect(host.sent.filter((line) => !line.startsWith('GET '))).toEqual(['POST /v1/books with the key'])
  })
})

const at =
  (path: string, change: Drift): Drift =>
  (reply, request) =>
    request.path === path && (reply.status ?? 200) === 200 ? change(reply, request) : reply
const rows = (change: (row: Record<string, unknown>) => object): Drift =>
  at('/v1/books', (reply) => ({ ...reply, body: (reply.body as Record<string, unknown>[]).map(change) }))

const DRIFTS: readonly [title: string, drift: Drift, finding: string][] = [
  ['a missing field', rows(({ title: _, ...row }) => row), 'books.listBooks breaking $[].title'],
  ['a different type', rows((row) => ({ ...row, id: String(row.id) })), 'books.listBooks breaking $[].id'],
  ['null', rows((row) => ({ ...row, title: null })), 'books.listBooks breaking $[].title'],
  ['a different format', rows((row) => ({ ...row, added: 'today' })), 'books.listBooks breaking $[].added'],
  ['a new enum value', rows((row) => ({ ...row, kind: 'map' })), 'books.listBooks behaviour $[].kind'],
  ['a new field', rows((row) => ({ ...row, isbn: '1' })), 'books.listBooks additive $[].isbn'],
  [
    'a missing header',
    at('/v1/books', ({ body }) => ({ body })),
    'books.listBooks behaviour $headers.x-total',
  ],
  [
    'access without the key',
    (reply, { path }) => (path === '/v1/members/me' ? { body: { name: 'Amina' } } : reply),
    'members.me behaviour $status',
  ],
  [
    'a success for an unknown id',
    (reply) => (reply.status === 404 ? { body: BOOKS[0] } : reply),
    'books.getBook behaviour $status',
  ],
  [
    'an ignored limit',
    at('/v1/books', (reply) => ({ ...reply, body: BOOKS })),
    'books.listBooks behaviour $',
  ],
]

test.each(nonEmpty(DRIFTS))('finds %s, and nothing else', async (_, drift, finding) => {
  const { findings } = await validate(libraryHost(drift))
  expect([...new Set(findings)]).toEqual([finding])
})

test('checks given relations between responses', async () => {
  const list = endpoint({ method: 'GET', path: '/books', responses: {} })
  const titles = holds(
    'titles are capitalised',
    from(list, (body) => body as { title: string }[]),
    'title',
    'a capital',
    ({ title }) => /^\p{Lu}/u.test(title),
  )
  const host = libraryHost(rows((row) => ({ ...row, title: 'kintu' })))
  const { findings } = await validate(host, { relations: [titles] })
  expect(findings).toEqual(['books.listBooks behaviour $[].title'])
})

test.each([
  ['no document', {}, 'the document is neither OpenAPI 3 nor Swagger 2.0.'],
  ['no safe operation', { ...LIBRARY, paths: {} }, 'the document contains no GET or HEAD operation.'],
  [
    'a reference to nothing',
    { ...LIBRARY, components: {} },
    'the $ref #/components/schemas/Book leads nowhere.',
  ],
])('rejects %s with one sentence', (_, document, message) => {
  expect(() => fromOpenApi(document)).toThrow(new DefinitionError(message))
})

/** A document with one GET and one HEAD, and the given parts. */
const authors = (security: object, more: object = {}) => ({
  openapi: '3.1.0',
  security: [{ key: [] }],
  components: { securitySchemes: { key: security } },
  paths: {
    '/newest': {
      get: {
        operationId: 'newest',
        responses: {
          200: {
            ...json({ type: 'object', properties: { writer: { type: 'object', properties: { slug: {} } } } }),
            links: { author: { operationId: 'author', parameters: { slug: '$response.body#/writer/slug' } } },
          },
        },
      },
    },
    '/authors/{slug}': {
      head: {
        operationId: 'author',
        parameters: [{ name: 'slug', in: 'path', required: true, schema: { type: 'string' } }],
        responses: { 200: { description: 'exists' } },
      },
    },
    ...more,
  },
})

async function requestsTo(document: object) {
  const sent: string[] = []
  const report = await runContract({
    contracts: contractsOf(fromOpenApi(document)),
    target: {
      origin: 'http://authors.test',
      credentials: { token: 's3 cret' },
      isEmulator: false,
      fetch: (async (input: unknown, { method, headers }: RequestInit = {}) => {
        const url = new URL(String(input))
        const [key, cookie] = [new Headers(headers).get('authorization'), new Headers(headers).get('cookie')]
        sent.push([method, url.pathname + url.search, key, cookie].filter(Boolean).join(' '))
        return method === 'HEAD' ? new Response(null) : Response.json({ writer: { slug: 'makumbi' } })
      }) as typeof fetch,
    },
    emulator: null,
    spacing: 0,
  })
  return { sent, report }
}

test.each(
  nonEmpty<[string, object, string]>([
    ['a query parameter', { type: 'apiKey', in: 'query', name: 'key' }, '?key=s3%20cret'],
    ['a cookie', { type: 'apiKey', in: 'cookie', name: 'session' }, ' session=s3 cret'],
    ['a bearer token', { type: 'oauth2', flows: {} }, ' Bearer s3 cret'],
  ]),
)('sends the token as %s, and follows links to a HEAD operation', async (_, security, expected) => {
  const { sent, report } = await requestsTo(authors(security))
  expect(sent).toEqual([`GET /newest${expected}`, `HEAD /authors/makumbi${expected}`])
  expect(report.summary).toMatchObject({ exitCode: 0, verified: 2 })
  expect(JSON.stringify(report)).not.toMatch(/s3.{1,3}cret/)
})

test('merges combined schemas, stops at recursion, and names what is not checked', async () => {
  const pet = {
    allOf: [
      ref('Base'),
      { properties: { friends: { type: 'array', items: ref('Pet') } }, required: ['friends'] },
    ],
    oneOf: [{ required: ['bark'] }, { required: ['meow'] }],
    unevaluatedProperties: false,
  }
  const document = authors(
    { type: 'http', scheme: 'bearer' },
    { '/pets': { get: { responses: { 200: json(ref('Pet')) } } } },
  )
  const base = { properties: { bark: { const: 1 }, meow: { type: ['integer', 'null'] } }, maxProperties: 9 }
  const { paths, components } = document
  const all = { ...document, components: { ...components, schemas: { Pet: pet, Base: base } } }
  expect(Object.keys(paths)).toContain('/pets')
  const { endpoints, notes } = contractsOf(fromOpenApi(all))
  const found = (body: unknown) =>
    checkBody(endpoints['pets.get-/pets']?.responses[200] as ZodType, body).map(({ where }) => where)
  expect(found({ bark: 1, friends: [{ meow: null, friends: [] }] })).toEqual([])
  expect(found({ meow: 2, friends: [{ friends: [] }] })).toEqual(['$.friends[].bark'])
  expect(found({ bark: 2, friends: [] })).toEqual(['$.bark'])
  // `unevaluatedProperties: false` forbids undeclared fields, which are reported anyway.
  expect(notes).toEqual(['not checked: maxProperties (1 place)'])
})
