import { expect, test } from 'vitest'
import { z } from 'zod'
import { parseContracts } from '../../src/define-contracts.ts'
import { endpoint } from '../../src/endpoint.ts'
import type { Probe, ProbeRequest } from '../../src/probe.ts'
import { describeFinding, findingAt } from '../../src/schema/finding.ts'
import { personal } from '../../src/schema/privacy.ts'
import type { Rule } from '../../src/schema/rules.ts'
import { hostWith, JSON_HEADERS, responseWith, resultWith } from '../../test/results.ts'
import type { CheckResult } from '../check-result.ts'
import type { OutgoingRequest } from '../send/outgoing-request.ts'
import type { Session } from '../send/session.ts'
import { runProbes } from './probes.ts'

const Items = z.array(z.object({ id: z.int(), phone: personal(z.string()).optional() }))
const listAt = (path: `/${string}`) =>
  endpoint({ method: 'GET', path, readOnly: 'a list', responses: { 200: Items } })
const contracts = parseContracts({ endpoints: { a: { list: listAt('/a') }, b: { list: listAt('/b') } } })
const folder = {
  name: 'images.covers',
  files: 'covers',
  endpoint: endpoint({ method: 'GET', path: '/c', responses: {} }),
}

type Reply = Awaited<ReturnType<Session['send']>>
const json = (body: unknown, status = 200): Reply => responseWith({ body, status, headers: JSON_HEADERS })
const failedReply = (why: 'timeout' | 'rate'): Reply => ({ kind: 'failed', cause: why, reason: why, ms: 1 })
const ITEMS = [{ id: 1 }]
const read = (name: string, change: Partial<CheckResult> = {}) =>
  resultWith({ body: ITEMS }, { name, path: `/${name}`, endpoint: listAt('/x'), ...change })
const wrongFinding = (what: string) => findingAt('limit', '$', 'less', what)

type Run = {
  probe?: Partial<Probe>
  /** The results of the cases before the probe. */
  cases?: CheckResult[]
  /** Returns the reply to a request, whose number is 1 for the first. */
  reply?: (outgoing: OutgoingRequest, number: number) => Reply
  only?: string[]
  /** The number of requests that count for the limit of ten. */
  counted?: number
  secret?: string
}

/** A probe that requests /a and finds nothing. */
const emptyProbe: Probe = {
  name: 'a.list',
  title: 'respects limit',
  reason: 'a read',
  sends: ['GET /a'],
  requests: () => [{ path: '/a' }],
  check: () => [],
}

/** Sends a probe that requests /a, and finds nothing by default. */
async function runOneProbe({ probe, cases = [], reply, only, counted = 0, secret }: Run) {
  const complete: Probe = { ...emptyProbe, ...probe }
  const changed = { ...contracts, images: [folder], probes: [complete] }
  const { host, sent } = hostWith(
    changed,
    [...cases],
    (outgoing, number) => reply?.(outgoing, number) ?? json(ITEMS),
    counted,
  )
  if (secret) host.redactor.hide(secret, '[secret]')
  await runProbes(host, only ?? null, 10)
  const [result] = host.results.slice(cases.length)
  return { sent, result, found: result?.findings.map(describeFinding), redactor: host.redactor }
}

const LIMIT_FINDING = '$: expected less, got more'

test('a probe without a finding is sent once, and is not a case', async () => {
  const { sent, result } = await runOneProbe({})
  expect(sent).toEqual([{ name: 'a.list', method: 'GET', path: '/a', as: 'anonymous', isJson: true }])
  expect(result).toMatchObject({
    name: 'a.list',
    state: 'completed',
    findings: [],
    kind: 'probe',
    isUnreported: false,
    requests: 1,
    testCase: { title: 'respects limit', as: 'anonymous', status: 200 },
    response: { body: ITEMS },
  })
})

test('an interrupted run sends no further probe, and reports none that was interrupted', async () => {
  const controller = new AbortController()
  const { host, sent } = hostWith({ ...contracts, probes: [emptyProbe, emptyProbe] }, [], () => {
    controller.abort('SIGINT')
    return failedReply('timeout')
  })
  host.signal = controller.signal
  await runProbes(host, null, 10)
  expect([sent.length, host.results]).toEqual([1, []])
})

test('a finding counts only if each of three attempts has one, and all their requests are counted', async () => {
  const requests = () => [{ path: '/a' }, { path: '/a?limit=1' }, { path: '/a?limit=2' }]
  const always = await runOneProbe({ probe: { requests, check: () => [wrongFinding('more')] } })
  expect([always.sent.length, always.found, always.result?.requests]).toEqual([9, [LIMIT_FINDING], 9])
  let attempts = 0
  const twice = await runOneProbe({ probe: { check: () => (++attempts < 3 ? [wrongFinding('more')] : []) } })
  expect([twice.sent.length, twice.found]).toEqual([3, []])
})

test('a probe that compares earlier responses runs again once these have been read again', async () => {
  let runs = 0
  const probe: Partial<Probe> = {
    requests: () => [],
    check: (_, { response }) => {
      runs++
      return [wrongFinding(JSON.stringify(response('a.list')))]
    },
  }
  const reply = () => json([{ id: 2 }])
  const { sent, result, found } = await runOneProbe({ probe, cases: [read('a.list')], reply })
  expect([sent.length, runs]).toEqual([1, 2])
  expect(found).toEqual(['$: expected less, got {"path":"/x","body":[{"id":2}]}'])
  expect(result?.response?.body).toEqual(ITEMS)
})

test('a difference that is due to data that has changed since the earlier response is not a finding', async () => {
  const ids = (body: unknown) => JSON.stringify(body)
  const check: Probe['check'] = ([response], { response: earlier }) =>
    ids(response?.body) === ids(earlier('a.list')?.body) ? [] : [wrongFinding('other rows')]
  // A row was added between the case and the probe.
  const reply = () => json([{ id: 0 }, ...ITEMS])
  const { found, sent } = await runOneProbe({ probe: { check }, cases: [read('a.list')], reply })
  expect([found, sent.length]).toEqual([[], 4])
})

test('an attempt is compared with the one before if the probe says so', async () => {
  const before: unknown[] = []
  const check: Probe['check'] = (_, { response, origin }) => {
    before.push(response('a.list'))
    return [findingAt('unstable', '$', 'less', origin)]
  }
  const reply = (_: OutgoingRequest, number: number) => json([{ id: number }])
  const first = { path: '/a.list', body: ITEMS }
  await runOneProbe({ probe: { check }, cases: [read('a.list')], reply })
  expect(before).toEqual([first, first, { path: '/x', body: [{ id: 3 }] }])
  before.length = 0
  const { found } = await runOneProbe({
    probe: { check, comparesAttempts: true },
    cases: [read('a.list')],
    reply,
  })
  expect(found).toEqual(['$: expected less, got http://x.test'])
  expect(before).toEqual([first, { path: '/a', body: [{ id: 1 }] }, { path: '/a', body: [{ id: 2 }] }])
})

test.each<[why: string, run: Run]>([
  ['its endpoint is not selected', { only: ['b.list'] }],
  ['its endpoint had no response', { cases: [read('a.list', { state: 'error' })] }],
  [
    'no image of its folder is valid',
    {
      probe: { name: 'images.covers', requests: () => [{ path: '/c', folder: 'images.covers' }] },
      cases: [read('images.covers', { state: 'skipped', endpoint: folder.endpoint })],
    },
  ],
])('a probe is not sent if %s', async (_, run) => {
  expect(await runOneProbe(run)).toMatchObject({ sent: [], result: undefined })
})

test('a probe whose values are missing is skipped, and not counted as left out', async () => {
  const { sent, result } = await runOneProbe({ probe: { requests: () => null } })
  expect([sent, result?.state, result?.isLeftOut]).toEqual([[], 'skipped', undefined])
  expect(result?.reason).toBe('no earlier response contained the values it needs')
})

test('a finding does not count if the values for another attempt are missing', async () => {
  let attempts = 0
  const requests = () => (++attempts < 3 ? [{ path: '/a' }] : null)
  const { sent, result } = await runOneProbe({ probe: { requests, check: () => [wrongFinding('more')] } })
  expect([sent.length, result?.state, result?.findings]).toEqual([2, 'completed', []])
})

test.each<[isLeftOut: boolean, rules: Rule[], reply: (attempt: number) => Reply]>([
  [true, ['limit'], (attempt) => json([{ id: attempt }])],
  [true, ['pages', 'total', 'search'], (attempt) => json([{ id: 1 }, { id: attempt + 1 }])],
  [false, ['limit', 'unknown-id'], (attempt) => json([{ id: attempt }])],
  [false, ['limit'], (attempt) => json([{ id: Math.min(attempt, 2) }])],
  [false, ['limit'], (attempt) => json([{ id: 1, phone: `077${attempt}` }])],
  [false, ['limit'], () => json([])],
])(
  'a comparison whose rows change during each attempt is left out: %s, for %j',
  async (isLeftOut, rules, reply) => {
    const check = () => rules.map((rule) => findingAt(rule, '$', 'a', 'b'))
    const { result } = await runOneProbe({ probe: { check }, reply: (_, number) => reply(number) })
    const reason = 'the rows changed during each attempt'
    expect(result).toMatchObject(
      isLeftOut ? { state: 'skipped', reason, findings: [], isLeftOut } : { state: 'completed' },
    )
    expect(result?.findings).toHaveLength(isLeftOut ? 0 : rules.length)
  },
)

test('earlier responses are read again within the limit, and kept if that fails', async () => {
  const check: Probe['check'] = (_, { response }) => [wrongFinding(String(response('a.list')?.path))]
  const compare = (counted: number, status = 200) =>
    runOneProbe({
      probe: { requests: () => [], check },
      cases: [read('a.list')],
      counted,
      reply: () => json(ITEMS, status),
    })
  const within = await compare(9)
  expect([within.sent.length, within.found]).toEqual([1, ['$: expected less, got /x']])
  expect((await compare(9, 500)).found).toEqual(['$: expected less, got /a.list'])
  const beyond = await compare(10)
  expect([beyond.sent, beyond.result?.reason]).toEqual([[], 'the request limit was reached'])
})

test('the remark of a probe is a note, unless it has a finding', async () => {
  const note = ([first]: readonly { status: number }[]) => `a remark on ${first?.status}`
  expect((await runOneProbe({ probe: { note } })).result?.note).toBe('a remark on 200')
  const flawed = await runOneProbe({ probe: { note, check: () => [wrongFinding('more')] } })
  expect(flawed.result?.note).toBeUndefined()
  expect((await runOneProbe({ probe: { note: () => null } })).result?.note).toBeUndefined()
})

test('a probe of an endpoint that does not exist is a fault of the contracts', async () => {
  await expect(runOneProbe({ probe: { name: 'x.list' } })).rejects.toThrow('endpoint x.list does not exist')
})

const undeclared = findingAt('extra', '$[].id', 'no such field', 'string', 'additive')
const atId = findingAt('type', '$[].id', 'integer', 'string', 'breaking')
const resultsWithFinding = (name: string, change: Partial<CheckResult> = {}) => [
  read(name, { findings: [wrongFinding('more')], ...change }),
]

test.each<[why: string, flawed: string, run: Run]>([
  ['its endpoint has a finding', 'its endpoint', { cases: resultsWithFinding('a.list') }],
  ['another probe has a finding', 'its endpoint', { cases: resultsWithFinding('a.list', { kind: 'probe' }) }],
  [
    'a path that it reads has a finding',
    'its endpoint',
    { probe: { reads: ['$[].phone', '$[].id'] }, cases: resultsWithFinding('a.list', { findings: [atId] }) },
  ],
  [
    'another endpoint that it requests has a finding',
    'b.list',
    {
      probe: { requests: () => [{ path: '/b', endpoint: 'b.list' }, { path: '/a' }] },
      cases: resultsWithFinding('b.list'),
    },
  ],
  [
    'a response that it needs has a finding',
    'b.list',
    {
      probe: { requests: ({ response }) => (response('b.list') ? [{ path: '/a' }] : null) },
      cases: resultsWithFinding('b.list'),
    },
  ],
])('a probe is left out with the reason if %s', async (_, name, run) => {
  const { sent, result } = await runOneProbe(run)
  const leftOut = { state: 'skipped', reason: `${name} has a finding`, findings: [], isLeftOut: true }
  expect([sent, result]).toEqual([[], expect.objectContaining(leftOut)])
})

test('a finding at a path that a probe does not read leaves the probe as it is', async () => {
  const phone = findingAt('type', '$[].phone', 'string', 'integer', 'breaking')
  const findings = [phone, findingAt('cors', '$headers.a', '*', 'missing')]
  const probe: Partial<Probe> = {
    reads: ['$[].id'],
    check: (_, { response }) => [wrongFinding(String(response('a.list')?.path))],
  }
  // The finding of the case is not reported again.
  const reply = () => json([{ id: 1, phone: 7 }])
  const { found } = await runOneProbe({ probe, cases: [read('a.list', { findings })], reply })
  expect(found).toEqual(['$: expected less, got /x'])
})

test.each<[why: string, run: Run]>([
  ['its resource is selected', { only: ['a'] }],
  ['a case of its endpoint was skipped', { cases: [read('a.list', { state: 'skipped' })] }],
  ['other endpoints have findings', { cases: [read('b.list', { findings: [wrongFinding('more')] })] }],
  ['another endpoint had no response', { cases: [read('b.list', { state: 'error' })] }],
  ['its endpoint has an undeclared field', { cases: [read('a.list', { findings: [undeclared] })] }],
  [
    'a path that it reads has an undeclared value',
    { probe: { reads: ['$[].id'] }, cases: [read('a.list', { findings: [undeclared] })] },
  ],
  [
    'only a probe of its folder was skipped',
    {
      probe: { name: 'images.covers' },
      cases: [read('images.covers', { kind: 'probe', state: 'skipped', endpoint: folder.endpoint })],
    },
  ],
])('a probe is sent if %s', async (_, run) => {
  expect((await runOneProbe(run)).sent).toHaveLength(1)
})

test('only successful responses of cases without findings are values for probes', async () => {
  const seen: Record<string, unknown> = {}
  const requests: Probe['requests'] = ({ response }) => {
    for (const name of ['a', 'b', 'c', 'd', 'e', 'f']) seen[name] = response(`${name}.list`)?.path ?? null
    return null
  }
  const cases = [
    resultWith({ status: 401 }, { name: 'a.list', path: '/first' }),
    read('a.list'),
    read('b.list', { findings: [atId] }),
    read('c.list', { kind: 'probe' }),
    read('e.list'),
    read('e.list', { kind: 'probe', findings: [atId] }),
    resultWith({ body: ITEMS }, { name: 'f.list' }),
  ]
  await runOneProbe({ probe: { requests, reads: [] }, cases })
  expect(seen).toEqual({ a: '/a.list', b: null, c: null, d: null, e: '/e.list', f: null })
})

test('a part of a secret is not shown in a request, other texts are', async () => {
  const shown: boolean[] = []
  const requests: Probe['requests'] = ({ isSendable }) => {
    shown.push(isSendable('horse-battery'), isSendable('atlas'))
    return null
  }
  await runOneProbe({ probe: { requests }, secret: 'horse-battery' })
  expect(shown).toEqual([false, true])
})

test('requests beyond the limit are not sent, except preflights', async () => {
  const twoRequests = () => [{ path: '/a' }, { path: '/a?limit=1' }]
  const skipped = { state: 'skipped', reason: 'the request limit was reached', findings: [], isLeftOut: true }
  expect(await runOneProbe({ probe: { requests: twoRequests }, counted: 9 })).toMatchObject({
    sent: [],
    result: skipped,
  })
  expect((await runOneProbe({ probe: { requests: twoRequests }, counted: 8 })).result?.state).toBe(
    'completed',
  )
  // The second attempt would exceed the limit, so that the finding of the first is not confirmed.
  const unconfirmed = await runOneProbe({ probe: { check: () => [wrongFinding('more')] }, counted: 9 })
  expect(unconfirmed).toMatchObject({ sent: [{ path: '/a' }], result: skipped })
  const preflights = (): ProbeRequest[] => [
    { path: '/a', method: 'OPTIONS', headers: { Origin: 'http://p.test' } },
  ]
  const { sent } = await runOneProbe({ probe: { requests: preflights }, counted: 10 })
  expect(sent).toMatchObject([{ method: 'OPTIONS', isJson: false, headers: { Origin: 'http://p.test' } }])
})

test('a probe without a response is an error, also after a rate limit', async () => {
  const { sent, result } = await runOneProbe({ reply: () => failedReply('timeout') })
  expect(sent).toHaveLength(1)
  expect(result).toMatchObject({ state: 'error', noResponse: 'timeout', kind: 'probe' })
  expect((await runOneProbe({ reply: () => failedReply('rate') })).result).toMatchObject({
    state: 'error',
    reason: 'rate',
  })
})

test('violations of the contract take precedence over the findings of the probe', async () => {
  const check = () => [wrongFinding('more')]
  const { found } = await runOneProbe({ probe: { check }, reply: () => json([{ id: 'one' }]) })
  expect(found).toEqual(['$[].id: expected integer, got string'])
  const known = { cases: [read('b.list', { findings: [atId] })], reply: () => json([{ id: 'one' }]) }
  expect((await runOneProbe(known)).found).toEqual(['$[].id: expected integer, got string'])
  const missing = await runOneProbe({ probe: { check }, reply: () => json({}, 404) })
  expect(missing.found?.[0]).toMatch(/^\$status: expected 200, got 404/)
})

test.each<[what: string, request: ProbeRequest, reply: Reply]>([
  ['a product that may be missing', { path: '/a/0', mayBeMissing: true }, json({}, 404)],
  ['a preflight', { path: '/a', method: 'OPTIONS' }, json('', 204)],
  ['an image', { path: '/c/1.png', folder: 'images.covers' }, json('png')],
])('the response of %s is not compared with the contract', async (_, request, reply) => {
  const { found, sent } = await runOneProbe({
    probe: { requests: () => [request], check: () => [wrongFinding('more')] },
    reply: () => reply,
  })
  expect(found).toEqual([LIMIT_FINDING])
  expect(sent[0]).toMatchObject({ name: request.folder ?? 'a.list', isJson: request.path === '/a/0' })
})

test('responses of another endpoint are compared with its contract, and findings belong to that endpoint', async () => {
  const requests = () => [{ path: '/b', endpoint: 'b.list' }]
  const { sent, found, result } = await runOneProbe({ probe: { requests }, reply: () => json({}) })
  expect(result).toMatchObject({ name: 'b.list', endpoint: { path: '/b' } })
  expect(sent[0]).toMatchObject({ name: 'b.list', path: '/b' })
  expect(found).toEqual(['$: expected array, got object'])
  // A product that may be missing still has to satisfy its contract if it exists.
  const existingRequest = () => [{ path: '/a/0', mayBeMissing: true }]
  expect(
    (await runOneProbe({ probe: { requests: existingRequest }, reply: () => json({}) })).found,
  ).toHaveLength(1)
})

test('personal data in the responses to a customer is hidden in the report', async () => {
  const reply = () => json([{ id: 1, phone: '0772123456', email: 'ada@mail.test' }])
  const customer = await runOneProbe({ probe: { as: 'customer' }, reply })
  expect(customer.sent[0]?.as).toBe('customer')
  expect(customer.redactor.isPartOfHidden('ada@mail.test')).toBe(true)
  expect((await runOneProbe({ reply })).redactor.isPartOfHidden('ada@mail.test')).toBe(false)
})
