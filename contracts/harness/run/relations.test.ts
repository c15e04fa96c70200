import { expect, test } from 'vitest'
import { z } from 'zod'
import { endpoint } from '../../src/endpoint.ts'
import { holds } from '../../src/relation.ts'
import { from } from '../../src/selection.ts'
import { hostWith, JSON_HEADERS, responseWith, resultWith } from '../../test/results.ts'
import type { CheckResult } from '../check-result.ts'
import { checkRelations } from './relations.ts'

const Note = z.object({ id: z.int(), text: z.string() })
const list = endpoint({ method: 'GET', path: '/notes', responses: { 200: z.array(Note) } })
const rows = from(list, '$[]')
const SHORT = holds('texts are short', rows, ['text'], 'a short text', ({ text }) => text.length < 3)
const POSITIVE = holds('ids are positive', rows, ['id'], 'a positive id', ({ id }) => id > 0)
const json = (body: unknown) => responseWith({ body, headers: JSON_HEADERS })
const BROKEN = json([{ id: -1, text: 'long' }])
const VALID = json([{ id: 1, text: 'a' }])
const NO_RESPONSE = { kind: 'failed', cause: 'timeout', reason: 'no complete response', ms: 1 } as const

const read = (name = 'notes.list', change: Partial<CheckResult> = {}) =>
  resultWith(BROKEN, { name, endpoint: list, request: {}, ...change })

/** Checks relations, and repeats the reads involved with the given replies, the last of them repeatedly. */
async function checkWithReplies(results: CheckResult[], ...replies: (typeof BROKEN | typeof NO_RESPONSE)[]) {
  const reply = (_: unknown, number: number) => replies[Math.min(number, replies.length) - 1] ?? BROKEN
  const { host, sent } = hostWith({ relations: [SHORT, POSITIVE] }, results, reply)
  const reported = await checkRelations(host)
  return {
    sent: sent.length,
    found: reported.map(({ name, state, reason, testCase, findings }) =>
      [name, testCase.title, reason ?? state, findings.length].join(' | '),
    ),
  }
}

test('a read that violates two relations is repeated once', async () => {
  expect(await checkWithReplies([read()])).toEqual({
    sent: 1,
    found: ['notes.list | texts are short | completed | 1', 'notes.list | ids are positive | completed | 1'],
  })
  expect(await checkWithReplies([read()], VALID)).toEqual({ sent: 1, found: [] })
})

test('a violation whose read cannot be repeated is an error with the reason', async () => {
  expect(await checkWithReplies([read()], NO_RESPONSE)).toEqual({
    sent: 1,
    found: [
      'notes.list | texts are short | no complete response | 0',
      'notes.list | ids are positive | no complete response | 0',
    ],
  })
})

test('the reads of up to eight responses are repeated, and the violations of the others remain', async () => {
  const names = Array.from({ length: 9 }, (_, index) => `notes.${index}`)
  const { sent, found } = await checkWithReplies(
    names.map((name) => read(name)),
    VALID,
  )
  expect(sent).toBe(8)
  expect(found.map((line) => line.split(' ')[0])).toEqual(['notes.8', 'notes.8'])
})
