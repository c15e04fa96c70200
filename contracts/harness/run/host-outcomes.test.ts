import { expect, test } from 'vitest'
import { z } from 'zod'
import type { Case } from '../../src/case.ts'
import { parseContracts } from '../../src/define-contracts.ts'
import { endpoint } from '../../src/endpoint.ts'
import type { Probe } from '../../src/probe.ts'
import { findingAt } from '../../src/schema/finding.ts'
import { info, list, login, validateNotes } from '../../test/notes.ts'
import type { RunOptions } from '../run-contract.ts'

const AS_CUSTOMER: Case = { title: 'of the customer', status: 200, as: 'customer' }
/** Two endpoints that require the token, and two public lists. */
const contracts = parseContracts({
  endpoints: {
    notes: { list, again: { ...list, path: '/again' } },
    auth: { login },
    me: { info, other: { ...info, path: '/me/other' } },
  },
  cases: {
    notes: { list: [{ title: 'lists notes', status: 200 }] },
    auth: { login: [{ title: 'logs in', status: 200 }] },
    me: { info: [AS_CUSTOMER], other: [AS_CUSTOMER] },
  },
  login: { endpoint: 'auth.login', tokenField: 'token' },
})
const PASSWORD = { email: 'ada@mail.test', password: 'secret' }
const TOKEN = { token: 'a.b.c' }

const statusResponse = (code: number) => Response.json({ message: 'no' }, { status: code })

/** Validates a host that responds to paths as given, and to all others with success. Returns the states by endpoint. */
async function validateStates(
  responses: Record<string, () => unknown>,
  options: Parameters<typeof validateNotes>[0] = {},
) {
  const { report, requests } = await validateNotes({ contracts, write: false, ...options }, (_, path) => {
    if (responses[path]) return responses[path]()
    if (path === '/login') return Response.json({ token: 'a.b.c' })
    return path.startsWith('/me') ? Response.json({ message: 'ok' }) : undefined
  })
  const states = Object.fromEntries(report.endpoints.map(({ name, status }) => [name, status]))
  return { states, report, requests }
}

test('a log-in that is refused with 403 is an error, and one with another status is drift', async () => {
  const validateLogin = (code: number) =>
    validateStates({ '/login': () => statusResponse(code) }, { credentials: PASSWORD })
  expect((await validateLogin(403)).states['auth.login']).toBe('error')
  expect((await validateLogin(500)).states['auth.login']).toBe('drift')
})

test('a successful log-in without a token is an error, which is the reason of the endpoints that need one', async () => {
  const anyBody = { ...login, responses: { 200: z.looseObject({}) } }
  const validateLogin = (endpoint: typeof login) =>
    validateStates(
      { '/login': () => Response.json({ jwt: 'a.b.c' }) },
      {
        contracts: { ...contracts, endpoints: { ...contracts.endpoints, 'auth.login': endpoint } },
        credentials: PASSWORD,
      },
    )
  const { report, states } = await validateLogin(anyBody as never)
  expect([report.summary.exitCode, states['auth.login']]).toEqual([4, 'error'])
  const reasonOf = (name: string) => report.endpoints.find((row) => row.name === name)?.reason
  expect(reasonOf('auth.login')).toBe('the response to the log-in has no text in the field "token"')
  expect(reasonOf('me.info')).toContain('no token: the log-in failed')
  // A missing field is drift.
  expect((await validateLogin(login)).states['auth.login']).toBe('drift')
})

test('a log-in that must fail is validated like any other case', async () => {
  const wrong: Case = { title: 'refuses a wrong password', status: 401, request: { body: {} } }
  const cases = { ...contracts.cases, 'auth.login': [wrong] }
  const { states: found } = await validateStates(
    { '/login': () => statusResponse(403) },
    { contracts: { ...contracts, cases }, credentials: PASSWORD, write: true },
  )
  expect(found['auth.login']).toBe('drift')
})

test('a token that only one endpoint rejects has not expired', async () => {
  const one = await validateStates({ '/me': () => statusResponse(401) }, { credentials: TOKEN })
  expect([one.states['me.info'], one.states['me.other']]).toEqual(['drift', 'pass'])
  const both = await validateStates(
    { '/me': () => statusResponse(401), '/me/other': () => statusResponse(401) },
    { credentials: TOKEN },
  )
  expect([both.states['me.info'], both.states['me.other']]).toEqual(['error', 'error'])
  const forbidden = await validateStates(
    { '/me': () => statusResponse(403), '/me/other': () => statusResponse(403) },
    { credentials: TOKEN },
  )
  expect(forbidden.states['me.info']).toBe('drift')
})

test('an emulator that rejects its account has drifted', async () => {
  const isEmulator = { credentials: PASSWORD, isEmulator: true }
  const { states: found } = await validateStates({ '/login': () => statusResponse(401) }, isEmulator)
  expect(found['auth.login']).toBe('drift')
})

test('an endpoint that fails while others respond is drift, and no outage', async () => {
  const { states: found, requests } = await validateStates({ '/again': () => statusResponse(503) })
  expect(found).toMatchObject({ 'notes.list': 'pass', 'notes.again': 'drift' })
  // Three requests for /again, and one for the other list, which shows that the host still responds.
  expect(requests).toHaveLength(4)
})

test('the state of a host without public reads depends on those of the customer, after three attempts', async () => {
  const only = parseContracts({ endpoints: { me: { info } }, cases: { me: { info: [AS_CUSTOMER] } } })
  const validateAfterFailures = async (failures: number) => {
    let sent = 0
    const respond = () => (sent++ < failures ? statusResponse(503) : Response.json({ message: 'ok' }))
    const { report } = await validateStates({ '/me': respond }, { contracts: only, credentials: TOKEN })
    return [report.host, report.summary.exitCode, report.endpoints[0]?.notes]
  }
  expect(await validateAfterFailures(9)).toEqual(['unavailable', 4, []])
  expect(await validateAfterFailures(2)).toEqual(['provider', 0, ['503 in 2 of 3 attempts']])
})

const HTML = () => new Response('<html></html>', { headers: { 'content-type': 'text/html' } })

test.each<[title: string, endpoints: object, options: Partial<RunOptions>]>([
  ['another public read has no case', { details: { ...list, path: '/notes/{id}' } }, {}],
  ['another public read has no readOnly reason', { more: { ...list, path: '/b', readOnly: undefined } }, {}],
  ['no public read is selected', {}, { only: ['me'] }],
  ['the log-in is the first declared case', { again: { ...list, path: '/again' } }, {}],
])('a host of HTML pages receives no password, if %s', async (_, more, options) => {
  const few = parseContracts({
    endpoints: { auth: { login }, notes: { list, ...more }, me: { info } },
    cases: {
      auth: { login: [{ title: 'logs in', status: 200 }] },
      notes: { list: [{ title: 'lists notes', status: 200 }] },
    },
    login: { endpoint: 'auth.login', tokenField: 'token' },
  })
  const { report, requests } = await validateNotes(
    { contracts: few, write: false, credentials: PASSWORD, ...options },
    HTML,
  )
  expect(requests.filter((request) => request.startsWith('POST'))).toEqual([])
  expect(report.summary).toMatchObject({ exitCode: 4 })
  expect(report.host).toBe('foreign')
})

test('a run derives the needs of a client only from a host that it can validate', async () => {
  const need = { question: 'Is it large?', answer: 'yes', setting: null }
  const staging = { steps: [], valueSources: [], values: () => ({}), needs: () => [need] }
  const needsOf = async (responses: Parameters<typeof validateStates>[0]) => {
    const found: unknown[] = []
    await validateStates(responses, {
      contracts: { ...contracts, staging },
      staging: { run: 'a1', mailDomain: 'mail.test' },
      onNeeds: (needs) => found.push(...needs),
    })
    return found
  }
  expect(await needsOf({})).toEqual([need])
  expect(await needsOf({ '/notes': HTML, '/again': HTML })).toEqual([])
})

/** Statuses that a firewall or a limit may return for everything, from a request of the run on. */
const BLOCKING = [401, 402, 403, 405, 418, 429, 451, 503]

const preflightProbe: Probe = {
  name: 'auth.login',
  title: 'permits cross-origin requests',
  reason: 'a preflight',
  sends: [],
  requests: () => [{ path: '/login', method: 'OPTIONS' }],
  check: ([response]) =>
    response && response.status < 300
      ? []
      : [findingAt('preflight', '$status', '204', String(response?.status))],
}
const withPreflight = {
  ...contracts,
  // The statuses of an endpoint are not those of its preflight.
  endpoints: {
    ...contracts.endpoints,
    'auth.login': { ...login, responses: { ...login.responses, 401: z.unknown(), 403: z.unknown() } },
  },
  probes: [preflightProbe],
}

/** Validates a host that responds with a status to every request from the given one on. */
async function validateBlocked(code: number, firstBlocked: number, responses: Record<string, () => unknown>) {
  const retryAfter = code === 429 ? new Date(Date.now() + 3_600_000).toUTCString() : '3600'
  let sent = 0
  const { report } = await validateNotes(
    { contracts: withPreflight, write: false, credentials: TOKEN },
    (_, path) => {
      if (++sent >= firstBlocked)
        return Response.json({}, { status: code, headers: { 'retry-after': retryAfter } })
      return responses[path]?.() ?? (path.startsWith('/me') ? Response.json({ message: 'ok' }) : undefined)
    },
  )
  return report
}

test.each(BLOCKING)(
  'status %i for the last request, a preflight, is an error, and no drift',
  async (code) => {
    const { summary, endpoints } = await validateBlocked(code, 5, {})
    expect([summary.exitCode, summary.behaviour]).toEqual([4, 0])
    expect(endpoints.find(({ name }) => name === 'auth.login')).toMatchObject({
      status: 'error',
      reason: expect.stringMatching(
        code === 429 ? /^rate limit \(429\).*Retry-After is 3[56]\d\d s$/ : `during the run: ${code}`,
      ),
    })
  },
)

test.each(BLOCKING)(
  'status %i for everything from some request on keeps the finding before it',
  async (code) => {
    const drifted = { '/again': () => Response.json([{ id: 'x', text: '' }]) }
    const { summary, endpoints } = await validateBlocked(code, 8, drifted)
    expect(summary.exitCode).toBe(1)
    expect(endpoints.flatMap(({ findings }) => findings.map(({ where }) => where))).toEqual(['$[].id'])
  },
)

test('a run reports every request that it has sent', async () => {
  const { report, requests } = await validateStates(
    { '/again': () => Response.json({}) },
    { credentials: PASSWORD },
  )
  expect(report.summary.requests).toBe(requests.length)
})

test('progress starts with the number of cases', async () => {
  const events: unknown[] = []
  await validateStates({}, { onProgress: (event) => events.push(event) })
  expect(events[0]).toEqual({ kind: 'start', cases: 4 })
})

const interrupted = async (options: Partial<RunOptions>) => {
  const controller = new AbortController()
  const interrupt = () => void controller.abort('SIGINT')
  return validateStates({ '/again': interrupt }, { ...options, signal: controller.signal })
}

test('an interrupted run learns nothing and sends nothing to the emulator', async () => {
  const learned: string[][] = []
  const sent: string[] = []
  const emulator = {
    origin: 'http://e.test',
    fetch: (async (input: unknown) => {
      sent.push(String(input))
      return Response.json([])
    }) as typeof fetch,
    credentials: null,
    isEmulator: true,
  }
  const onProfiles: RunOptions['onProfiles'] = (run) => void learned.push(Object.keys(run))
  const options = { learn: true, onProfiles, emulator }
  await interrupted(options)
  expect([learned, sent]).toEqual([[], []])
  await validateStates({}, options)
  expect(learned).toEqual([['notes.list', 'notes.again']])
  expect(sent).toHaveLength(2)
})

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

test('images and probes are requested from the emulator only if those of the host have findings', async () => {
  const images = {
    name: 'images.covers',
    endpoint: endpoint({ method: 'GET', path: '/covers/{file}', readOnly: 'images', responses: {} }),
    files: 'covers',
  }
  const probe = {
    name: 'notes.list',
    title: 'respects limit',
    reason: 'a read',
    sends: [],
    requests: () => [{ path: '/notes?limit=1' }],
    check: () => (hasFinding ? [findingAt('limit', '$', 'one', 'two')] : []),
  }
  let hasFinding = false
  const sentTo = async (image: () => Response, withFinding: boolean) => {
    hasFinding = withFinding
    const sent: string[] = []
    const emulator = {
      origin: 'http://e.test',
      fetch: (async (input: unknown) => {
        const { pathname, search } = new URL(String(input))
        sent.push(pathname + search)
        return pathname.startsWith('/covers') ? new Response(PNG) : Response.json([])
      }) as typeof fetch,
      credentials: null,
      isEmulator: true,
    }
    const reads: Case = { title: 'lists notes', status: 200, extract: () => ({ covers: ['a.png'] }) }
    const readsNotes = parseContracts({ endpoints: { notes: { list } }, cases: { notes: { list: [reads] } } })
    const withBoth = { ...readsNotes, images: [images], probes: [probe] }
    await validateStates({ '/covers/a.png': image }, { contracts: withBoth, emulator })
    return sent
  }
  const imageResponse = () => new Response(PNG, { headers: { 'content-type': 'image/png' } })
  expect(await sentTo(imageResponse, false)).toEqual(['/notes'])
  expect(await sentTo(() => statusResponse(404), false)).toContain('/covers/a.png')
  expect(await sentTo(imageResponse, true)).toContain('/notes?limit=1')
})
