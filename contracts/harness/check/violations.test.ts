import { expect, test } from 'vitest'
import { z } from 'zod'
import { endpoint } from '../../src/endpoint.ts'
import { entity, follows, holds, type Relation } from '../../src/relation.ts'
import { describeFinding, findingAt } from '../../src/schema/finding.ts'
import { personal } from '../../src/schema/privacy.ts'
import { derived, from, type Selection, sent } from '../../src/selection.ts'
import { resultWith } from '../../test/results.ts'
import type { CheckResult } from '../check-result.ts'
import { checkHarRelations, isConfirmedBy, violationsOf } from './violations.ts'

type Note = { id: number; text?: string | null; tag?: unknown }
const Note = z.object({ id: z.int(), text: z.string(), tag: z.unknown() })
const list = endpoint({ method: 'GET', path: '/notes', responses: { 200: z.array(Note) } })
const add = endpoint({ method: 'POST', path: '/notes', body: Note, responses: { 200: Note } })
const rows = from(list, '$[]')

const readResult = (body: readonly (Note | null)[], change: Partial<CheckResult> = {}) =>
  resultWith({ body }, { name: 'notes.list', endpoint: list, path: '/notes', curl: 'curl 1', ...change })
const SENT = { body: { id: 1, text: 'a', tag: null } }
const writeResult = (change: Partial<CheckResult> = {}) =>
  resultWith({ body: { id: 1 } }, { name: 'notes.add', endpoint: add, request: SENT, ...change })

const same = entity<Note>('a note is the same everywhere', 'id', ['text', 'tag']).in(rows)
const short = holds('texts are short', rows, ['text'], 'a short text', ({ text }) => (text ?? '').length < 3)
const grows = follows(
  'a list grows',
  from(list, '$'),
  ['length'],
  [sent(add, [], (request) => [request])],
  'one more',
  () => false,
)

const describeViolations = (relations: readonly Relation[], ...results: CheckResult[]) =>
  violationsOf(relations, results).violations.map(({ result }) =>
    [result.testCase.title, result.name, ...result.findings.map(describeFinding)].join(' | '),
  )

test('reports each relation, endpoint and field once, and relations of single responses first', () => {
  const usual = readResult(Array(4).fill({ id: 1, text: 'a', tag: 1 }), { name: 'notes.usual' })
  const differing = { id: 1, text: 'long', tag: 2 }
  const other = readResult([differing], { name: 'notes.other' })
  expect(describeViolations([same, short], usual, readResult([differing, differing]), other)).toEqual([
    'texts are short | notes.list | $[].text: expected a short text, got "long" (2 times)',
    'texts are short | notes.other | $[].text: expected a short text, got "long"',
    ...[
      'notes.list | $[].text: expected "a", as in GET /notes ($[].text, 1 request earlier), got "long" (2 times)',
      'notes.list | $[].tag: expected 1, as in GET /notes ($[].tag, 1 request earlier), got 2 (2 times)',
      'notes.other | $[].text: expected "a", as in GET /notes ($[].text, 2 requests earlier), got "long"',
      'notes.other | $[].tag: expected 1, as in GET /notes ($[].tag, 2 requests earlier), got 2',
    ].map((violation) => `a note is the same everywhere | ${violation}`),
  ])
})

test('compares the objects of each entity, and all of its fields', () => {
  const changed = endpoint({ method: 'GET', path: '/changed', responses: { 200: z.array(Note) } })
  const inBoth = (fields: (keyof Note)[]) => {
    const note = entity<Note>('a note', 'id', fields)
    return [note.in(rows), note.in(from(changed, '$[]'))]
  }
  const results = [
    readResult([{ id: 1, text: 'a' }]),
    readResult([{ id: 1, text: 'b' }], { name: 'notes.changed', endpoint: changed }),
  ]
  const [tags, texts] = [inBoth(['tag']), inBoth(['text'])]
  expect(describeViolations([...tags, ...texts.slice(0, 1)], ...results)).toEqual([])
  for (const relations of [
    [...tags, ...texts],
    [...texts, ...tags],
  ])
    expect(describeViolations(relations, ...results)).toHaveLength(1)
})

test('names a later request', () => {
  const usual = readResult([1, 2].map(() => ({ id: 1, text: 'b' })))
  expect(describeViolations([same], readResult([{ id: 1, text: 'a' }]), usual)).toEqual([
    `${same.title} | notes.list | $[].text: expected "b", as in GET /notes ($[].text, 1 request later), got "a"`,
  ])
})

test('a violation has the status, the assumption and both commands of its responses', () => {
  const assumed = { ...same, assumed: 'no source' }
  const [violation] = violationsOf(
    [assumed],
    [
      readResult([{ id: 1, text: 'a' }]),
      readResult([{ id: 1, text: 'b' }], {
        curl: 'curl 2',
        response: { ...resultWith().response, status: 201, body: [{ id: 1, text: 'b' }] } as never,
      }),
    ],
  ).violations
  expect(violation?.result).toMatchObject({
    testCase: { title: same.title, status: 201, assumed: 'no source' },
    curl: 'curl 2 ; curl 1',
    findings: [{ class: 'behaviour', rule: 'relation', count: 1 }],
  })
  expect(violationsOf([short], [readResult([{ id: 1, text: 'long' }])]).violations[0]?.result).toMatchObject({
    testCase: { title: short.title, status: 200 },
    curl: 'curl 1',
  })
})

test('shows a missing field, and of an account the type of all values but numbers and texts', () => {
  const alwaysViolated = (field: 'text' | 'tag') => holds('a', rows, [field], 'x', () => false)
  expect(describeViolations([alwaysViolated('text')], readResult([{ id: 1 }]))[0]).toMatch(/got missing$/)
  expect(describeViolations([alwaysViolated('text')], readResult([null, { id: 1, text: null }]))[0]).toMatch(
    /got null$/,
  )
  const describeOwn = (tag: unknown) =>
    describeViolations([alwaysViolated('tag')], readResult([{ id: 1, tag }], { account: 'a' }))[0]
  expect(describeOwn({ secret: 1 })).toMatch(/got object$/)
  expect(describeOwn(7)).toMatch(/got 7$/)
})

test('compares reads of the same URL and account', () => {
  const countBetween = (change: Partial<CheckResult>) =>
    describeViolations([grows], readResult([]), writeResult(change), readResult([], change)).length
  expect(countBetween({})).toBe(1)
  expect(countBetween({ path: '/notes?limit=1' })).toBe(0)
  expect(countBetween({ account: 'a' })).toBe(0)
  const own = { account: 'a' }
  expect(describeViolations([grows], readResult([], own), readResult([], own))).toHaveLength(1)
})

test('reads are not compared if the request of a write between them is unknown', () => {
  const countAfter = (...writes: CheckResult[]) =>
    describeViolations([grows], readResult([]), ...writes, readResult([])).length
  const unrecorded = writeResult({ request: {} })
  expect(countAfter(writeResult())).toBe(1)
  expect(countAfter(writeResult(), unrecorded)).toBe(0)
  expect(countAfter(unrecorded)).toBe(0)
  const flawed = writeResult({ findings: [findingAt('status', '$status', '200', '201')] })
  expect(countAfter(writeResult(), flawed)).toBe(0)
  expect(describeViolations([grows], unrecorded, readResult([]), writeResult(), readResult([]))).toHaveLength(
    1,
  )
})

test('a relation that reads a response with a finding is left out, and named once', () => {
  const flawed = readResult([{ id: 1, text: 'long' }], {
    findings: [findingAt('type', '$[].text', 'a', 'b')],
  })
  const { violations, leftOut } = violationsOf([short, same], [flawed, flawed])
  expect(violations).toEqual([])
  const reason = 'relations that read a field with a finding'
  const about = {
    name: 'notes.list',
    kind: 'relation',
    state: 'skipped',
    isLeftOut: true,
    reason,
    requests: 0,
  }
  expect(leftOut).toMatchObject(
    [short, same].map(({ title }) => ({ ...about, testCase: { title, status: 200 } })),
  )
  // A write with another status may have changed nothing, although none of its fields is read.
  const refused = writeResult({ findings: [findingAt('status', '$status', '200', '201')] })
  expect(violationsOf([grows], [readResult([]), refused, readResult([])])).toMatchObject({
    violations: [],
    leftOut: [{ name: 'notes.add' }],
  })
})

test('a violation of the same key counts again if one of its sides has the same endpoint', () => {
  const [violation] = violationsOf([short], [readResult([{ id: 1, text: 'long' }])]).violations
  if (!violation) throw new Error('no violation')
  expect(isConfirmedBy(violation, [violation])).toBe(true)
  expect(isConfirmedBy(violation, [])).toBe(false)
  expect(isConfirmedBy(violation, [{ ...violation, key: 'another' }])).toBe(false)
  const elsewhere = { ...violation, sides: [readResult([], { name: 'notes.other' })] }
  expect(isConfirmedBy(violation, [elsewhere])).toBe(false)
  expect(isConfirmedBy(violation, [{ ...violation, sides: [...elsewhere.sides, readResult([])] }])).toBe(true)
})

test('a recorded violation counts if the latest responses to each read have it', () => {
  const long = [{ id: 1, text: 'long' }]
  const countRecorded = (...results: CheckResult[]) => checkHarRelations([short], results).length
  expect(countRecorded(readResult(long))).toBe(1)
  expect(countRecorded(readResult(long), readResult([{ id: 1, text: 'a' }]))).toBe(0)
  expect(countRecorded(readResult([{ id: 1, text: 'a' }]), readResult(long))).toBe(1)
  expect(
    countRecorded(readResult(long), readResult([{ id: 1, text: 'a' }], { path: '/notes?limit=1' })),
  ).toBe(1)
  expect(countRecorded(readResult(long), writeResult({ path: '/notes' }))).toBe(1)
})

test('a relation whose function throws is left out, and the others are checked', () => {
  const fail = () => {
    throw new TypeError('text is undefined')
  }
  const failing = [
    holds('throws', rows, ['id'], 'a row', fail),
    follows('throws for a write', from(list, '$'), ['length'], [sent(add, [], fail)], 'a row', () => false),
  ]
  const results = [readResult([]), writeResult(), readResult([{ id: 1, text: 'long' }])]
  const { violations, leftOut } = violationsOf([...failing, short], results)
  expect(violations.map(({ result }) => result.testCase.title)).toEqual(['texts are short'])
  const reason = 'relations whose function failed'
  expect(leftOut).toMatchObject([
    { name: 'notes.list', testCase: { title: 'throws' }, reason },
    { name: 'notes.add', testCase: { title: 'throws for a write' }, reason },
  ])
})

test('personal data of a public endpoint is not shown', () => {
  const Review = z.object({
    id: z.int(),
    author: personal(z.string()),
    phone: personal(z.int()),
    stars: z.int(),
  })
  const reviews = endpoint({ method: 'GET', path: '/reviews', responses: { 200: z.array(Review) } })
  const post = endpoint({ method: 'POST', path: '/reviews', body: Review, responses: { 200: Review } })
  const review = { id: 1, author: 'Ada Lovelace', phone: 772123456, stars: 5 }
  const read = resultWith({ body: [review] }, { name: 'reviews.list', endpoint: reviews })
  const written = resultWith(
    { body: review },
    { name: 'reviews.add', endpoint: post, request: { body: review } },
  )
  const violated = (selection: Selection<object>, field: string) =>
    describeViolations([holds('a', selection, [field as never], 'x', () => false)], read, written)[0]
  const selected = from(reviews, '$[]')
  expect(violated(selected, 'author')).toMatch(/got string\(9–32\) #[0-9a-f]{8}$/)
  expect(violated(selected, 'phone')).toMatch(/got integer$/)
  expect(violated(selected, 'stars')).toMatch(/got 5$/)
  expect(violated(from(reviews, '$'), 'length')).toMatch(/got 1$/)
  expect(
    violated(
      sent(post, [], (request) => [request]),
      'author',
    ),
  ).toMatch(/got the sent string\(9–32\) #[0-9a-f]{8}$/)
  // A derived field has no declaration, so its tags are unknown.
  const derivedRows = derived(selected, ['author'], ({ author }) => ({ writer: author }))
  expect(violated(derivedRows, 'writer')).toMatch(/got string\(9–32\) #[0-9a-f]{8}$/)
})
