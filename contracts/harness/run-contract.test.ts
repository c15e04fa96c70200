import { expect, test } from 'vitest'
import type { Case, StagingStep } from '../src/case.ts'
import { parseContracts } from '../src/define-contracts.ts'
import { account, add, list, notes, refuses, validateNotes } from '../test/notes.ts'
import { addRun, type Profile, type RunProfile } from './check/profile.ts'
import type { RunOptions } from './run-contract.ts'

const ADDS = 'POST {"text":"contract-test"}'
const REMOVES = 'DELETE {"id":7}'

test('a write that must be rejected and is accepted is reported as left behind', async () => {
  const { report } = await validateNotes()
  expect(report.leftBehind).toEqual([
    'what POST /notes stored with id 7: it accepted "refuses an empty note" (200)',
  ])
  expect(report.summary.exitCode).toBe(1)
})

test('an interrupted run sends nothing but the removal of what it has written, and reports what is left', async () => {
  const controller = new AbortController()
  const { report, requests } = await validateNotes({ signal: controller.signal }, (request) => {
    if (request === ADDS) controller.abort('SIGINT')
  })
  expect(requests.slice(requests.indexOf(ADDS))).toEqual([ADDS, REMOVES])
  expect(report.leftBehind).toHaveLength(1)
  expect(report.summary).toMatchObject({
    exitCode: 130,
    outcome: 'interrupted by SIGINT after 3 endpoints; 1 write could not be undone',
  })
})

test('an interrupt while a removal waits for its turn does not prevent the removal', async () => {
  const controller = new AbortController()
  const onProgress: RunOptions['onProgress'] = (event) => {
    if (event.kind === 'writing' && event.method === 'DELETE') controller.abort('SIGINT')
  }
  const { requests } = await validateNotes({ signal: controller.signal, onProgress })
  expect(requests).toContain(REMOVES)
})

test('written data that no later read shows is a finding of that read', async () => {
  const [adds] = notes.cases['notes.add']?.slice(-1) ?? []
  const finds: Case = { title: 'lists the note', status: 200, outputs: ['noteId'], extract: () => ({}) }
  const cases = {
    ...notes.cases,
    'notes.add': [{ ...adds, outputs: [], extract: () => ({}) } as Case],
    'notes.again': [finds],
  }
  const { report } = await validateNotes({ contracts: { ...notes, cases } })
  const found = report.endpoints.flatMap(({ name, findings }) =>
    findings.map(({ rule, where, expected, actual }) => [name, rule, where, expected, actual]),
  )
  expect(found).toEqual([['notes.again', 'effect', '$', 'the added note', 'no such row']])
  expect(report.leftBehind).toHaveLength(1)
})

test('an interrupted read is not a finding', async () => {
  const controller = new AbortController()
  const options = { signal: controller.signal, write: false }
  const { report, requests } = await validateNotes(options, () => {
    controller.abort('SIGTERM')
    return new Promise(() => {})
  })
  expect(requests).toEqual(['GET'])
  expect(report.endpoints[0]).toMatchObject({ findings: [], reason: 'the run was interrupted' })
  expect(report.summary.exitCode).toBe(143)
})

test('an assumption that a host does not confirm has no effect on the exit code', async () => {
  const assumed = { ...refuses, assumed: 'no public source' }
  const contracts = parseContracts({ endpoints: { notes: { add } }, cases: { notes: { add: [assumed] } } })
  const { report } = await validateNotes({ contracts })
  expect(report.endpoints).toMatchObject([
    { findings: [], assumptions: [{ where: '$status', expected: '422', actual: '200' }] },
  ])
  expect(report.leftBehind).toHaveLength(1)
})

test.each([
  [
    'auth.login',
    { email: 'ada@mail.test', password: 'rotated' },
    'the host rejects the log-in; the password may have been changed (401): PROVIDER_EMAIL and PROVIDER_PASSWORD are set; PROVIDER_TOKEN is missing',
  ],
  [
    'me.info',
    { token: 'expired' },
    'the host rejects the token, which may have expired (401): PROVIDER_TOKEN is set; PROVIDER_EMAIL and PROVIDER_PASSWORD are missing',
  ],
])('credentials that %s rejects are an error and no drift', async (name, credentials, reason) => {
  const { report } = await validateNotes({ contracts: account, credentials, write: false })
  expect(report.summary).toMatchObject({ exitCode: 4, breaking: 0, behaviour: 0 })
  expect(report.endpoints.find((row) => row.name === name)).toMatchObject({ status: 'error', reason })
})

test('a run without an account explains what it lacks', async () => {
  const { report } = await validateNotes({ contracts: account, write: false })
  expect(report.endpoints.find(({ name }) => name === 'me.info')).toMatchObject({
    status: 'skipped',
    reason:
      'no token: set PROVIDER_TOKEN, or PROVIDER_EMAIL and PROVIDER_PASSWORD; 401 without a token was verified',
  })
})

test('hides the accounts of the staging steps from the first request on', async () => {
  const step: StagingStep = {
    name: 'notes.add',
    title: 'adds a note',
    status: 422,
    request: ({ account }) => ({ body: account }),
  }
  const values = () => ({ account: { password: 'horse-battery' } })
  const writable = parseContracts({ endpoints: { notes: { list, add } } })
  const contracts = { ...writable, staging: { steps: [step], valueSources: [], values } }
  const { report, requests } = await validateNotes({ contracts, staging: { run: 'a', mailDomain: 'a.test' } })
  expect(requests).toContain('POST {"password":"horse-battery"}')
  expect(report.endpoints[1]?.findings[0]?.curl).toContain('"password":"[secret]"')
  expect(JSON.stringify(report)).not.toContain('battery')
})

const listAt = (path: `/${string}`) => ({ list: { ...list, path } })
const lists = parseContracts({
  endpoints: { a: listAt('/a'), b: listAt('/b'), c: listAt('/c'), d: listAt('/d') },
})
const driftedResponse = () => Response.json([{ id: 'x', text: '' }])
const downResponse = () => new Response('', { status: 503 })

test('endpoints without findings are compared with their profile after three runs', async () => {
  let run: Record<string, RunProfile> = {}
  const row = { id: 1, text: 'a' }
  const fullResponse = (_: string, path: string) =>
    path === '/b' ? downResponse() : Response.json([row, row, row])
  const options = { contracts: lists, write: false }
  const onProfiles: RunOptions['onProfiles'] = (learned) => {
    run = learned
  }
  await validateNotes({ ...options, learn: true, onProfiles }, fullResponse)
  expect(Object.keys(run)).toEqual(['a.list', 'c.list', 'd.list'])
  let profiles: Record<string, Profile> = {}
  for (const exitCode of [0, 0, 0, 1]) {
    const { report } = await validateNotes({ ...options, baseline: { accepted: [], profiles } })
    expect(report.summary.exitCode).toBe(exitCode)
    const runs = profiles['a.list']?.runs ?? 0
    const note = `not compared with earlier runs: its profile has ${runs} of 3 runs; add one with --update-baseline`
    expect(report.endpoints[0]?.notes).toEqual(exitCode === 0 ? [note] : [])
    profiles = addRun(profiles, run)
  }
})

const page = () => new Response('<html>')

test('a host that is not the provider receives no password or token', async () => {
  for (const credentials of [{ email: 'ada@mail.test', password: 'p' }, { token: 'a.b.c' }]) {
    const tokens: unknown[] = []
    const { report, requests } = await validateNotes(
      { contracts: account, credentials, write: false },
      page,
      tokens,
    )
    expect(report).toMatchObject({ host: 'foreign', summary: { exitCode: 4, pass: 0, drift: 0 } })
    const names = ['notes.list', 'auth.login', 'me.info']
    expect(report.endpoints).toMatchObject(
      names.map((name) => ({ name, status: 'error', reason: 'not validated' })),
    )
    // A single public read may have drifted, so its findings are shown.
    expect(report.endpoints.map(({ findings }) => findings.length > 0)).toEqual([true, false, false])
    // The list three times, and the account once without a token.
    expect([requests, tokens]).toEqual([['GET', 'GET', 'GET', 'GET'], []])
  }
})

test('an outage that begins during the run is an error, and names the validated endpoints', async () => {
  const refusedResponse = () => new Response('', { status: 502, headers: { 'retry-after': '60' } })
  for (const first of [1, 3]) {
    let requested = 0
    const { report } = await validateNotes({ contracts: lists, write: false }, () =>
      requested++ >= first ? refusedResponse() : undefined,
    )
    const outage = 'the host became unavailable during the run: 502; Retry-After is 60 s'
    const counts = first === 3 ? ['1 endpoint', '3 were'] : ['3 endpoints', '1 was']
    expect(report.summary).toMatchObject({
      exitCode: 4,
      pass: first,
      error: 4 - first,
      outcome: `${counts[0]} could not be validated (${outage}); ${counts[1]} validated`,
    })
  }
})

test('missing responses are findings only if the host still responds', async () => {
  const fail = () => {
    throw new TypeError('fetch failed')
  }
  let requested = 0
  const gone = await validateNotes({ contracts: lists, write: false }, () =>
    requested++ > 1 ? fail() : undefined,
  )
  expect(gone.report.summary).toMatchObject({ exitCode: 4, drift: 0, error: 2 })
  const { report } = await validateNotes({ contracts: lists, write: false }, (_, path) =>
    path === '/a' ? fail() : undefined,
  )
  expect(report.endpoints[0]?.findings).toMatchObject([{ where: '$connection', actual: 'connection closed' }])
})

test('the comparison with an emulator shows which side has changed', async () => {
  const host = (drifting: string[]) => async (input: unknown) =>
    drifting.includes(new URL(String(input)).pathname)
      ? driftedResponse()
      : Response.json([{ id: 1, text: '' }])
  const emulated = (fetch: (input: unknown) => Promise<Response>) => ({
    contracts: lists,
    write: false,
    emulator: {
      origin: 'http://e.test',
      fetch: fetch as typeof globalThis.fetch,
      credentials: null,
      isEmulator: true,
    },
  })
  const onRequest = (_: string, path: string) => host(['/a', '/b'])(`http://notes.test${path}`)
  const { report } = await validateNotes(emulated(host(['/b', '/c'])), onRequest)
  const verdicts = report.endpoints.flatMap(({ name, findings, emulator }) =>
    [...findings, ...emulator].map(({ verdict }) => `${name}: ${verdict}`),
  )
  expect(verdicts).toEqual(['a.list: provider drifted', 'b.list: contract wrong', 'c.list: emulator drifted'])
  expect(report.summary).toMatchObject({ exitCode: 1, emulator: 1 })
  let requestCount = 0
  const failing = emulated(() => {
    requestCount++
    return Promise.reject(new Error('the disk is full'))
  })
  const failed = await validateNotes(failing, onRequest)
  expect(requestCount).toBe(1)
  expect(failed.report.endpoints.flatMap(({ findings }) => findings)).toMatchObject([
    { where: '$[].id', verdict: 'cannot tell' },
    { where: '$[].id', verdict: 'cannot tell' },
  ])
  expect(failed.report.summary).toMatchObject({
    exitCode: 1,
    outcome: 'the contract is violated in 2 places; the emulator failed at a.list: the disk is full',
  })
  const remote = { origin: 'http://127.0.0.1:1', credentials: null, isEmulator: true }
  const { report: kept } = await validateNotes({ contracts: lists, write: false, emulator: remote })
  expect(kept.endpoints.map(({ status }) => status)).toEqual(['pass', 'pass', 'pass', 'pass'])
  expect(kept.summary.exitCode).toBe(6)
  expect(kept.summary.outcome).toMatch(/^the emulator failed at a.list: the port is reserved/)
})
