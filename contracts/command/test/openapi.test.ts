import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { nonEmpty } from '../../test/non-empty.ts'
import { main } from '../main.ts'

/** A Swagger 2.0 document in YAML whose schemas are in another file. */
const SWAGGER = `
swagger: '2.0'
info: { title: Teas, version: '1' }
basePath: /v1
produces: [application/json]
securityDefinitions: { login: { type: basic } }
paths:
  /teas:
    get:
      operationId: listTeas
      security: [{ login: [] }]
      responses: { '200': { description: teas, schema: { type: array, items: { $ref: 'schemas.yaml#/Tea' } } } }
  /teas/{id}:
    get:
      operationId: getTea
      parameters: [{ name: id, in: path, required: true, type: string }]
      responses: { '200': { description: a tea, schema: { $ref: 'schemas.yaml#/Tea' } } }
  /notes:
    get:
      operationId: notes
      produces: [text/plain]
      responses: { '200': { description: notes, schema: { type: string } } }
`
const SCHEMAS = `
Tea: { type: object, required: [id, leaves], properties: { id: { type: string }, leaves: { $ref: '#/Leaves' } } }
Leaves: { type: object, properties: { grams: { type: integer, minimum: 1 } } }
`

let folder: string
let server: http.Server
let target: string
const sent: string[] = []
/** What the host responds to every path; null for its usual responses. */
let page: string | null = null

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'openapi-'))
  const files = { 'swagger.yaml': SWAGGER, 'schemas.yaml': SCHEMAS, 'other.json': '{"openapi":"4.0.0"}' }
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
  writeFileSync(
    join(folder, 'lost.yaml'),
    SWAGGER.replace('schemas.yaml#/Tea', '#/definitions/Nothing').replaceAll(
      'schemas.yaml',
      './schemas.yaml',
    ),
  )
  writeFileSync(join(folder, 'params.json'), '{ "GET /teas/{id}": { "id": "chai" } }')
  writeFileSync(
    join(folder, 'relations.mjs'),
    `export default { origin: 'https://shop.example', relations: [{
      name: 'ids are lower case', of: { endpoint: { method: 'GET', path: '/teas' }, isSent: false, select: (body) => body },
      with: [], rule: () => ({ object }) => object.id === object.id.toLowerCase() ? [] : [{ field: 'id', expected: 'lower case' }],
    }] }`,
  )
  server = http.createServer((request, response) => {
    sent.push(`${request.url} ${request.headers.accept} ${request.headers.authorization ?? ''}`.trim())
    const tea = { id: 'Chai', leaves: { grams: 0 } }
    const isText = request.url === '/v1/notes'
    const body = request.url === '/v1/teas' ? JSON.stringify([tea]) : isText ? 'none' : JSON.stringify(tea)
    response.setHeader('content-type', page ? 'text/html' : isText ? 'text/plain' : 'application/json')
    response.end(page ?? body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  target = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
beforeEach(() => {
  sent.length = 0
  page = null
})
afterAll(() => {
  server.close()
  rmSync(folder, { recursive: true })
})

async function contract(...args: string[]): Promise<{ code: number; out: string }> {
  let out = ''
  const write = (chunk: unknown) => {
    out += chunk
    return true
  }
  const spies = [process.stdout, process.stderr].map((stream) =>
    vi.spyOn(stream, 'write').mockImplementation(write),
  )
  vi.stubEnv('PROVIDER_TOKEN', 'amina:s3cret-word')
  const code = await main(args.map((arg) => arg.replace('FOLDER', folder)))
  vi.unstubAllEnvs()
  for (const spy of spies) spy.mockRestore()
  return { code, out }
}

const validate = (document: string, ...more: string[]) =>
  contract('--openapi', `FOLDER/${document}`, '--target', target, '--history', 'none', ...more)

test('reads Swagger 2.0 with references to other files, and appends its base path to the target', async () => {
  const { code, out } = await validate('swagger.yaml')
  const basic = `Basic ${Buffer.from('amina:s3cret-word').toString('base64')}`
  expect(new Set(sent)).toEqual(
    new Set([`/v1/teas application/json ${basic}`, '/v1/teas/Chai application/json', '/v1/notes text/plain']),
  )
  expect(out).toContain('$[].leaves.grams')
  expect(out).not.toContain('s3cret')
  expect(out).not.toContain(basic)
  expect(code).toBe(0)
})

test('takes parameters, relations and the origin for CORS from files', async () => {
  const { code, out } = await validate(
    'swagger.yaml',
    '--params',
    'FOLDER/params.json',
    '--relations',
    'FOLDER/relations.mjs',
  )
  expect(sent).toContain('/v1/teas/chai application/json')
  expect(out).toContain('ids are lower case')
  expect(out).toContain('$headers.access-control-allow-origin')
  expect(code).toBe(1)
})

test('compares with a second host, and shows which side differs', async () => {
  const { out } = await validate('swagger.yaml', '--emulator', target)
  expect(out).toContain('schema wider than both')
})

test('validates recorded traffic with the document', async () => {
  const entry = {
    startedDateTime: '2026-11-25T10:00:00Z',
    request: { method: 'GET', url: 'https://teas.example/v1/teas/chai', headers: [] },
    response: {
      status: 200,
      headers: [{ name: 'content-type', value: 'application/json' }],
      content: { text: '{"id":7,"leaves":{"grams":2}}' },
    },
  }
  writeFileSync(join(folder, 'session.har'), JSON.stringify({ log: { entries: [entry] } }))
  const { code, out } = await contract('har', 'FOLDER/session.har', '--openapi', 'FOLDER/swagger.yaml')
  expect(out).toContain('expected string, got integer')
  expect(code).toBe(1)
})

test('says that a host is not the API if it serves HTML everywhere', async () => {
  page = '<!doctype html><h1>Welcome</h1>'
  const { code, out } = await validate('swagger.yaml')
  expect(out).toMatch(/this does not look like the provider: all \d+ responses are HTML pages/)
  expect(code).toBe(4)
})

test.each(
  nonEmpty<[string, RegExp]>([
    ['nowhere.yaml', /nowhere\.yaml: the file does not exist\.$/],
    ['other.json', /other\.json: the document is neither OpenAPI 3 nor Swagger 2\.0\.$/],
    ['lost.yaml', /lost\.yaml: .*Nothing.*\.$/],
    ['relations.mjs', /relations\.mjs: .+$/],
  ]),
)('rejects %s with one sentence', async (document, message) => {
  const { code, out } = await validate(document)
  expect(out.trim().split('\n')).toHaveLength(1)
  expect(out.trim()).toMatch(message)
  expect(code).toBe(2)
})
