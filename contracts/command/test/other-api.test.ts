import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { readReport } from '../report-files.ts'
import { runMain } from './run-main.ts'

// A library of another company: one public read and an account, on a real host.

const folder = mkdtempSync(join(tmpdir(), 'library-'))
const zod = import.meta.resolve('zod')
const contracts = join(folder, 'library.contracts.mjs')
writeFileSync(
  contracts,
  `import { z } from '${zod}'
const Book = z.object({ id: z.int(), title: z.string(), shelf: z.string(), isbn: z.string().nullable(), pages: z.int().optional() })
const Loan = z.object({ id: z.int(), until: z.string() })
const Failure = z.object({ message: z.string() })
export const endpoints = {
  books: { list: { method: 'GET', path: '/books', readOnly: 'a public list', responses: { 200: z.array(Book) } } },
  loans: { list: { method: 'GET', path: '/loans', auth: 'bearer', readOnly: 'a list', responses: { 200: z.array(Loan), 401: Failure } } },
}
// Neither case names its caller.
export const cases = {
  loans: { list: [{ title: 'lists loans', status: 200 }, { title: 'refuses a request without a token', status: 401 }] },
}`,
)

type Reply = { status?: number; body?: unknown; delay?: number; text?: string }

const books = [1, 2, 3, 4].map((id) => ({ id, title: 'a', shelf: 'b', isbn: 'c', pages: 9 }))
/** Returns the response to a request for books, or null to leave it open. */
let respond: (number: number) => Reply | null = () => ({})
let sent: string[] = []

function handle({ url = '', headers }: IncomingMessage, response: ServerResponse): void {
  sent.push(`${url}${headers.authorization ? ' with token' : ''}`)
  const send = ({ status = 200, body = books, delay = 0, text }: Reply) =>
    setTimeout(() => {
      response.writeHead(status, { 'content-type': text === undefined ? 'application/json' : 'text/html' })
      response.end(text ?? JSON.stringify(body))
    }, delay)
  if (url === '/loans')
    send(
      headers.authorization === 'Bearer a.b.c'
        ? { body: [{ id: 1, until: 'x' }] }
        : { status: 401, body: { message: 'no' } },
    )
  else {
    const reply = respond(sent.filter((request) => request === '/books').length)
    if (reply) send(reply)
  }
}

const server = createServer(handle)
await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
const target = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
afterAll(() => {
  server.closeAllConnections()
  server.close()
  rmSync(folder, { recursive: true })
})

/** Validates the host whose list of books responds as given, by the number of the request. */
async function validate(reply: typeof respond, args: string[] = [], token = 'a.b.c') {
  respond = reply
  sent = []
  const file = join(folder, 'report.json')
  const required = ['--contracts', contracts, '--target', target, '--history', 'none', '--spacing', '0']
  const { code, out } = await runMain([...required, '--timeout', '400', '--report', file, ...args], {
    PROVIDER_TOKEN: token,
  })
  const report = readReport(file)
  const rules = report.endpoints.flatMap(({ name, findings }) =>
    findings.map(({ rule, where }) => `${name} ${rule} ${where}`),
  )
  return { code, out, rules, report, row: report.endpoints[0] }
}

const hang = () => null
const failWith = (status: number) => () => ({ status, body: { message: 'no' } })
const page = () => ({ text: '<html>' })

describe('an API with a single public read', () => {
  test.each<[what: string, reply: typeof respond, note: string]>([
    ['hangs', hang, 'no complete response within 400 ms'],
    ['is missing', failWith(404), '404'],
    ['fails', failWith(500), '500'],
    ['is refused', failWith(418), '418'],
    ['is a page', page, 'HTML'],
  ])('is validated if that read %s once', async (_, reply, note) => {
    const { code, row } = await validate((number) => (number === 1 ? reply(1) : {}))
    expect([code, row?.status]).toEqual([0, 'pass'])
    expect(row?.notes.join()).toContain(note)
    expect(sent).toContain('/loans with token')
  })

  test.each<[what: string, reply: typeof respond, rules: string[]]>([
    ['hangs', hang, ['books.list no-response $connection']],
    ['is missing', failWith(404), ['books.list status $status']],
    ['fails', failWith(500), ['books.list status $status']],
    ['is a page', page, ['books.list not-json $']],
  ])(
    'has drifted if that read %s, because the account shows that it is the provider',
    async (_, reply, rules) => {
      const found = await validate(reply)
      expect(found.code, found.out).toBe(1)
      expect(found.rules).toEqual(rules)
      expect(sent).toContain('/loans with token')
      // The token is sent only after a request without it was refused.
      expect(sent.indexOf('/loans')).toBeLessThan(sent.indexOf('/loans with token'))
    },
  )

  test.each([401, 403, 503])(
    'is unavailable, and receives no token, if everything returns %i',
    async (status) => {
      const loans = server.listeners('request')[0] as typeof handle
      server.removeAllListeners('request')
      server.on('request', (request, response) => {
        sent.push(`${request.url}${request.headers.authorization ? ' with token' : ''}`)
        response.writeHead(status, { 'content-type': 'application/json' }).end('{"message":"no"}')
      })
      const { code, report } = await validate(() => ({}))
      server.removeAllListeners('request')
      server.on('request', loans)
      expect([code, report.host]).toEqual([4, 'unavailable'])
      expect(sent.join()).not.toContain('with token')
    },
  )
})

test('a case of an endpoint that requires a token is sent with it, unless it expects 401', async () => {
  const { code, report } = await validate(() => ({}))
  expect([code, report.summary.outcome]).toEqual([0, 'the contract is kept at 2 endpoints'])
  expect(sent).toEqual(['/books', '/loans with token', '/loans'])
})

describe('with an accepted finding,', () => {
  const baseline = join(folder, 'baseline.jsonl')
  const accepted = ['--baseline', baseline]
  const row = { id: 1, title: 'a', isbn: 'c', pages: 9 }
  const withoutShelf = (change: object = {}) => [1, 2, 3, 4].map((id) => ({ ...row, id, ...change }))

  const learnAndAccept = async (body: unknown[]) => {
    rmSync(baseline, { force: true })
    await validate(() => ({ body }), [...accepted, '--update-baseline', '3'])
    await validate(() => ({ body: withoutShelf() }), accepted)
    const why = ['--reason', 'known', '--owner', 'Ada', '--until', '2099-01-01']
    expect((await runMain(['accept', join(folder, 'report.json'), ...accepted, ...why])).code).toBe(0)
    expect((await validate(() => ({ body: withoutShelf() }), accepted)).code).toBe(0)
  }

  test.each<[what: string, rule: string, reply: Reply]>([
    ['slow', 'observed-slow $time', { delay: 900 }],
    ['without a field', 'observed-missing $[].pages', { body: withoutShelf({ pages: undefined }) }],
    ['with a null', 'observed-null $[].isbn', { body: withoutShelf({ isbn: null }) }],
  ])('a regression of the same endpoint is found: %s', async (_, rule, reply) => {
    // The profile is learned before and after the field is gone.
    for (const learned of [books, withoutShelf()]) {
      await learnAndAccept(learned)
      const change = { body: withoutShelf(), ...reply }
      const { code, rules } = await validate(() => change, [...accepted, '--timeout', '3000'])
      expect([code, rules]).toEqual([1, [`books.list ${rule}`]])
      // Once in three responses is not a finding.
      const once = await validate(
        (number) => (number === 1 ? change : { body: withoutShelf() }),
        [...accepted, '--timeout', '3000'],
      )
      expect([once.code, once.rules]).toEqual([0, []])
    }
  })

  test('an entry is unused only if the list has items', async () => {
    await learnAndAccept(withoutShelf())
    const profileless = readFileSync(baseline, 'utf8')
      .split('\n')
      .filter((line) => line.includes('"accepted"'))
    writeFileSync(baseline, `${profileless.join('\n')}\n`)
    const empty = await validate(() => ({ body: [] }), accepted)
    expect([empty.code, empty.report.baseline]).toEqual([0, []])
    const corrected = await validate(() => ({ body: books }), accepted)
    expect([corrected.code, corrected.report.baseline]).toMatchObject([
      1,
      [{ problem: 'unused', path: '$[].shelf' }],
    ])
  })
})
