import { expect, test } from 'vitest'
import { z } from 'zod'
import type { Case } from '../src/case.ts'
import { contractsOf } from '../src/define-contracts.ts'
import { endpoint } from '../src/endpoint.ts'
import { type RunOptions, runContract } from './run.ts'

const Note = z.object({ id: z.int(), text: z.string() })
const Failure = z.object({ message: z.string() })
const list = endpoint({
  method: 'GET',
  path: '/notes',
  readOnly: 'a list',
  responses: { 200: z.array(Note) },
})
const add = endpoint({ method: 'POST', path: '/notes', responses: { 200: Note, 422: Failure } })
const remove = endpoint({ method: 'DELETE', path: '/notes', responses: { 200: Failure } })

const read: Case = { title: 'lists notes', status: 200 }
const adds: Case = {
  title: 'adds a note',
  status: 200,
  request: { body: { text: 'contract-test' } },
  cleanup: 'removed by DELETE /notes',
  leaves: { what: 'note', text: ({ noteId }) => `note ${noteId}` },
  outputs: ['noteId'],
  extract: (body) => ({ noteId: (body as { id: number }).id }),
}
const refuses: Case = { title: 'refuses an empty note', status: 422, request: { body: {} } }
const removes: Case = {
  title: 'removes the note',
  status: 200,
  inputs: ['noteId'],
  request: ({ noteId }) => ({ body: { id: noteId } }),
  cleanup: 'nothing to undo',
  removes: 'note',
}

/** Validates a host that accepts every write, and calls `onRequest` before it responds. */
async function validated(onRequest: (request: string) => void = () => {}, options: Partial<RunOptions> = {}) {
  const requests: string[] = []
  const fetch = async (_: unknown, { method = 'GET', body }: RequestInit = {}) => {
    const request = body ? `${method} ${body}` : method
    requests.push(request)
    onRequest(request)
    return Response.json(
      method === 'GET' ? [] : method === 'POST' ? { id: 7, text: '' } : { message: 'removed' },
    )
  }
  const report = await runContract({
    contracts: contractsOf({
      endpoints: { notes: { list, add, again: list, remove } },
      cases: { notes: { list: [read], add: [refuses, adds], again: [read], remove: [removes] } },
    }),
    target: {
      origin: 'http://notes.test',
      fetch: fetch as typeof globalThis.fetch,
      credentials: null,
      isEmulator: false,
    },
    emulator: null,
    write: true,
    ...options,
  })
  return { report, requests }
}

const ADDS = 'POST {"text":"contract-test"}'
const REMOVES = 'DELETE {"id":7}'

test('a write that must be rejected and is accepted is reported as left behind', async () => {
  const { report } = await validated()
  expect(report.leftBehind).toEqual([
    'what POST /notes stored with id 7: it accepted "refuses an empty note" (200)',
  ])
  expect(report.summary.exitCode).toBe(1)
})

test('an interrupted run sends nothing but the removal of what it has written, and reports what is left', async () => {
  const controller = new AbortController()
  const stopAt = (moment: string) => (request: string) => {
    if (request === moment) controller.abort('SIGINT')
  }
  const { report, requests } = await validated(stopAt(ADDS), { signal: controller.signal })
  expect(requests.slice(requests.indexOf(ADDS))).toEqual([ADDS, REMOVES])
  expect(report.leftBehind).toHaveLength(1)
  expect(report.summary).toMatchObject({
    exitCode: 130,
    outcome: 'interrupted by SIGINT after 3 endpoints; 1 write could not be undone',
  })
})

test('an interrupted read is not a finding', async () => {
  const controller = new AbortController()
  const { report, requests } = await validated(() => controller.abort('SIGTERM'), {
    signal: controller.signal,
    write: false,
  })
  expect(requests).toEqual(['GET'])
  expect(report.endpoints.flatMap(({ findings }) => findings)).toEqual([])
  expect(report.summary.exitCode).toBe(143)
})

test('a write without a response may be left behind', async () => {
  const { report } = await validated((request) => {
    if (request === ADDS) throw new TypeError('fetch failed')
  })
  expect(report.leftBehind).toContain('perhaps note undefined, because POST /notes had no response')
})

test('an assumption that a host does not confirm has no effect on the exit code', async () => {
  const assumed = { ...refuses, assumed: 'no public source' }
  const contracts = contractsOf({ endpoints: { notes: { add } }, cases: { notes: { add: [assumed] } } })
  const { report } = await validated(undefined, { contracts })
  const [row] = report.endpoints
  expect(row?.findings).toEqual([])
  expect(row?.assumptions).toEqual([
    expect.objectContaining({ where: '$status', expected: '422', actual: '200' }),
  ])
  expect(report.leftBehind).toHaveLength(1)
})
