import { checkResponse } from 'contracts/check'
import { type Endpoint, endpointKey } from 'contracts/endpoint'
import { describeFinding } from 'contracts/finding'
import { nonEmpty } from 'contracts/non-empty'
import { expect, test } from 'vitest'
import { get, send, useSharedApp } from '../../test/current-app.ts'
import { control } from '../control-api/control.ts'

const TOKEN = 'sesame'
useSharedApp({ token: TOKEN, allowHosts: ['localhost'] })

const endpoints: Endpoint[] = Object.values(control).flatMap((each): Endpoint[] => Object.values(each))

/** Requests that every endpoint can refuse, by name. */
const REFUSED_REQUESTS: Record<string, { path?: string; headers?: Record<string, string>; body?: string }> = {
  'without the token': { headers: { authorization: '' } },
  'from another site': { headers: { origin: 'https://evil.example' } },
  'in an unknown world': { headers: { 'x-emulator-world': 'none', origin: 'null' } },
  'with malformed JSON': { body: '{' },
  'with a list as its body': { body: '[1]' },
  'with values of the wrong type': { body: '{"id":{},"name":[],"ids":"x","set":1,"effect":[],"frozen":"x"}' },
  'with a nested body': { body: '['.repeat(100) + ']'.repeat(100) },
  'with a large body': { body: `"${'x'.repeat(1_100_000)}"` },
  'with another type of body': { headers: { 'Content-Type': 'image/png' }, body: 'x' },
  'with wrong parameters': { path: '?status=9&channel=pigeon&timeout=soon&name[]=1&id=x' },
  // Without the timeout, a wait that is not refused would last five seconds.
  'with a long path': { path: `?timeout=0s&${'x'.repeat(9000)}` },
  'with a long parameter': { path: `/${'x'.repeat(3000)}` },
}

test.each<[method: string, path: string, body: object, refusal: [status: number, message: string]]>([
  ['POST', '/orders/move', { id: 1, status: 'processing' }, [404, '((There is no order 1.))']],
  ['POST', '/stock', { id: 987_654, stock: 1 }, [404, '((There is no product 987654.))']],
  ['POST', '/outbox/resend', { ids: [987_654] }, [404, '((There is no message 987654.))']],
  ['DELETE', '/snapshots', { name: 'none' }, [404, '((There is no snapshot "none".))']],
])('%s %s of %j is refused with its reason', async (method, path, body, refusal) => {
  const headers = { authorization: `Bearer ${TOKEN}` }
  expect((await send(method, `/__emulator${path}`, body, headers)).refusal).toEqual(refusal)
})

test.each([
  ['/journal?stauts=404', '((the query: Unrecognized key: "stauts".))'],
  ['/journal?limit=abc', '((limit: must be a whole number.))'],
  ['/journal?limit=-1', '((limit: must be a whole number.))'],
  ['/journal/har?after=x', '((after: must be a whole number.))'],
  ['/outbox?after=1.5', '((after: must be a whole number.))'],
  ['/outbox/wait?timeout=abc', '((timeout must be like 15m, 1h30m, 90s, or milliseconds.))'],
  ['/outbox/wait?timeout=-5', '((timeout must be like 15m, 1h30m, 90s, or milliseconds.))'],
  ['/outbox/wait?recipent=a&timeout=0', '((the query: Unrecognized key: "recipent".))'],
  ['/stock?nmae=atlas', '((the query: Unrecognized key: "nmae".))'],
])('%s is refused, because it would match other records', async (path, message) => {
  const headers = { authorization: `Bearer ${TOKEN}` }
  expect((await get(`/__emulator${path}`, headers)).refusal).toEqual([400, message])
})

test.each([
  [
    '/faults',
    { path: '/banners', tmies: 1, effect: { status: 503 } },
    '((the body: Unrecognized key: "tmies".))',
  ],
  ['/worlds', { name: 'typo', from: 'a' }, '((the body: Unrecognized key: "from".))'],
  ['/store', { maintenance: true }, '((the body: Unrecognized key: "maintenance".))'],
  ['/extensions', { section: false }, '((the body: Unrecognized key: "section".))'],
  [
    '/worlds',
    { name: 'typo', extensions: { section: false } },
    '((extensions: Unrecognized key: "section".))',
  ],
])('%s refuses the unknown field in %j, which would have no effect', async (path, body, message) => {
  const headers = { authorization: `Bearer ${TOKEN}` }
  expect((await send('POST', `/__emulator${path}`, body, headers)).refusal).toEqual([400, message])
})

test('an e-mail cannot be sent again, and a delay must be a duration', async () => {
  const headers = { authorization: `Bearer ${TOKEN}` }
  const resend = (body: object) => send('POST', '/__emulator/outbox/resend', body, headers)
  const body = { email_or_phone: 'demo@kitabo.example' }
  await send('POST', '/api/v1/auth/forgot-password', body)
  const [mail] = (await send('GET', '/__emulator/outbox', undefined, headers)).body.messages
  expect((await resend({ ids: [mail.id] })).refusal).toEqual([400, '((Only webhooks can be redelivered.))'])
  const message = '((delay must be like 15m, 1h30m, 90s, or milliseconds.))'
  for (const delay of [-5, '-5'])
    expect((await resend({ ids: [mail.id], delay })).refusal).toEqual([400, message])
})

test.each(nonEmpty(endpoints.map((endpoint) => [endpointKey(endpoint), endpoint] as const)))(
  '%s declares every refusal',
  async (_, endpoint) => {
    // A GET has no body, and one that waits would not be refused but wait.
    const refused = Object.entries(REFUSED_REQUESTS).filter(
      ([, { body }]) => !body || endpoint.method !== 'GET',
    )
    for (const [name, { path = '', headers = {}, body }] of nonEmpty(refused)) {
      const url = `/__emulator${endpoint.path.replace('{id}', '99')}${path}`
      const { status, body: received } = await send(endpoint.method, url, body, {
        authorization: `Bearer ${TOKEN}`,
        ...headers,
      })
      const findings = checkResponse(endpoint, status, received)
      expect(findings.map(describeFinding), `${name}: ${status}`).toEqual([])
    }
  },
)
