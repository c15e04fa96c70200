import { expect, test } from 'vitest'
import { z } from 'zod'
import type { StagingStep } from '../../src/case.ts'
import { endpoint } from '../../src/endpoint.ts'
import { holds } from '../../src/relation.ts'
import { findingAt } from '../../src/schema/finding.ts'
import { from } from '../../src/selection.ts'
import { hostWith, JSON_HEADERS, responseWith, resultWith } from '../../test/results.ts'
import type { Progress } from '../send/host.ts'
import { runStaging } from './staging.ts'

const Note = z.object({ id: z.int(), text: z.string() })
const add = endpoint({ method: 'POST', path: '/notes', responses: { 200: Note, 422: z.object({}) } })
const list = endpoint({
  method: 'GET',
  path: '/notes',
  readOnly: 'a list',
  responses: { 200: z.array(Note) },
})
const endpoints = {
  'notes.add': add,
  'notes.list': list,
  'orders.list': { ...list, path: '/orders' as const },
}
const OPTIONS = { run: 'run-1', mailDomain: 'a.test' }

type Given = { bodies: unknown[]; only?: string[]; status?: number }

/** Sends steps to a host that responds with the given bodies, the last of them repeatedly. */
async function runSteps(steps: Partial<StagingStep>[], { bodies, only, status = 200 }: Given) {
  const relations = [
    holds('notes have a text', from(list, '$[]'), ['text'], 'some text', ({ text }) => text !== ''),
  ]
  const planned = steps.map((step) => ({ name: 'notes.add', title: 'a step', status: 200, ...step }))
  const staging = {
    steps: planned,
    valueSources: [],
    values: ({ run }: typeof OPTIONS, bodyOf: (name: string) => unknown) => ({
      run,
      first: (bodyOf('products.list') as { id: number } | undefined)?.id,
    }),
  }
  const reply = (_: unknown, number: number) =>
    responseWith({ body: bodies[Math.min(number, bodies.length) - 1], status, headers: JSON_HEADERS })
  const { host, sent } = hostWith({ endpoints, relations, staging }, [], reply)
  host.isStaging = true
  const events: Progress[] = []
  host.onProgress = (event) => events.push(event)
  const cases = [
    resultWith({ body: { id: 6 } }, { name: 'products.other' }),
    resultWith({ body: { id: 7 } }, { name: 'products.list' }),
  ]
  const results = await runStaging(host, cases, OPTIONS, only ?? null)
  const found = results.map(({ name, findings }) => `${name}: ${findings.map(({ rule }) => rule).join(' ')}`)
  return { found, sent, events, values: host.values }
}

const NOTE = { id: 1, text: 'a' }

test('the values of the steps come from the options and the responses of the cases', async () => {
  const { values, events } = await runSteps([{}, {}], { bodies: [NOTE] })
  expect(values).toMatchObject({ run: 'run-1', first: 7 })
  expect(events[0]).toEqual({ kind: 'start', cases: 2 })
})

test('a step compares its response with what was sent, unless it is refused or has a finding', async () => {
  const compare = () => [findingAt('effect', '$.text', 'b', 'a')]
  expect((await runSteps([{ compare }], { bodies: [NOTE] })).found).toEqual(['notes.add: effect'])
  expect((await runSteps([{ compare }], { bodies: [{ id: 'x', text: 'a' }] })).found).toEqual([
    'notes.add: type',
  ])
  const refused = { bodies: [{}], status: 422 }
  expect((await runSteps([{ compare, status: 422 }], refused)).found).toEqual(['notes.add: '])
})

test('steps that are not selected are sent and not reported', async () => {
  const { found, sent } = await runSteps([{}, { name: 'notes.list' }], {
    bodies: [NOTE, []],
    only: ['notes.list'],
  })
  expect(sent).toHaveLength(2)
  expect(found).toEqual(['notes.list: '])
})

test('a contradiction is reported after the first step that shows it, once an endpoint and field', async () => {
  const empty = [{ id: 1, text: '' }]
  const read = { name: 'notes.list' }
  const { found } = await runSteps([read, {}, read, { name: 'orders.list' }], {
    bodies: [empty, empty, NOTE, empty, empty, []],
  })
  expect(found).toEqual([
    'notes.list: ',
    'notes.add: ',
    'notes.list: ',
    'orders.list: ',
    'notes.list: relation',
  ])
})

test('a contradiction after a step that is not selected is not confirmed by repeated reads', async () => {
  const steps = [{ name: 'notes.list' }, { name: 'orders.list' }]
  const countSent = async (only?: string[]) =>
    (await runSteps(steps, { bodies: [[{ id: 1, text: '' }]], ...(only ? { only } : {}) })).sent.length
  expect([await countSent(), await countSent(['orders.list'])]).toEqual([3, 2])
})
