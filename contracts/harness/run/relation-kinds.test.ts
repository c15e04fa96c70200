import { expect, test } from 'vitest'
import { z } from 'zod'
import { validate } from '../../package/validate.ts'
import { defineContracts } from '../../src/define-contracts.ts'
import { endpoint } from '../../src/endpoint.ts'
import { collects, entity, follows, holds, type Relation, reference, tree } from '../../src/relation.ts'
import { describeFinding, findingAt } from '../../src/schema/finding.ts'
import { from, sent } from '../../src/selection.ts'
import { hostWith, JSON_HEADERS, responseWith, resultWith } from '../../test/results.ts'
import type { CheckResult } from '../check-result.ts'
import { checkRelations } from './relations.ts'

const Note = z.object({ id: z.int(), text: z.string(), parent: z.int().nullable() })
type Note = z.infer<typeof Note>
const readOnly = 'a public list'
const list = endpoint({ method: 'GET', path: '/notes', readOnly, responses: { 200: z.array(Note) } })
const pinned = endpoint({ method: 'GET', path: '/pinned', readOnly, responses: { 200: z.array(Note) } })
const add = endpoint({ method: 'POST', path: '/notes', body: Note.partial(), responses: { 200: Note } })
const remove = endpoint({
  method: 'DELETE',
  path: '/notes',
  body: Note.partial(),
  responses: { 200: z.object({}) },
})
const rows = from(list, '$[]')
const note = entity<Note>('a note is the same everywhere', 'id', ['text'])
const created = sent(add, ['id'], (request, { id }) => [{ ...request, id }])

const ADDED = { id: 3, text: 'three', parent: null }

/** A host with two lists. `once` is the first response of the second one. */
type NotesHost = { notes: Note[]; later?: Note[]; others?: Note[]; once?: unknown }

/** Validates a host. With `later`, a note is added and one removed between two reads. */
async function validateHost(
  relations: readonly Relation[],
  { notes, later, others = [], once }: NotesHost,
  mayWrite = later !== undefined,
) {
  let writes = 0
  let reads = 0
  const fetch = async (input: unknown, { method = 'GET' }: RequestInit = {}) => {
    if (method !== 'GET') writes++
    if (method !== 'GET') return Response.json(method === 'POST' ? ADDED : {})
    if (String(input).endsWith('/pinned')) return Response.json(reads++ === 0 && once ? once : others)
    return Response.json(writes > 0 || (!mayWrite && reads > 0) ? (later ?? notes) : notes)
  }
  const read = [{ title: 'reads', status: 200 }]
  const write = (body: object) => [{ title: 'writes', status: 200, request: { body }, cleanup: 'removed' }]
  const definition = defineContracts({
    endpoints: { notes: { list, add, remove, again: list, pinned } },
    cases: {
      notes: {
        list: read,
        add: write({ text: 'three' }),
        remove: write({ id: 1 }),
        again: read,
        pinned: read,
      },
    },
    relations,
  })
  const target = 'http://notes.test'
  return validate(definition, { target, fetch: fetch as typeof globalThis.fetch, write: mayWrite })
}

async function describeBroken(...options: Parameters<typeof validateHost>): Promise<string[]> {
  const report = await validateHost(...options)
  return report.endpoints.flatMap(({ findings }) =>
    findings.map(({ where, expected, actual }) => `${where}: expected ${expected}, got ${actual}`),
  )
}

const row = (id: number, text = 'a', parent: number | null = null): Note => ({ id, text, parent })
const equalNotes = [note.in(rows), note.in(from(pinned, '$[]'))]
const knownParents = [reference('a parent is a note', rows, 'parent', rows, 'id')]
const acyclicParents = [tree('a note is not its own ancestor', rows, 'id', 'parent')]
const storedNotes = [note.in(rows), note.in(created)]
const requestedChanges = [
  collects('notes change as requested', from(list, '$'), [
    sent(add, ['id'], (_, { id }) => [{ added: String(id) }]),
    sent(remove, [], ({ id }) => [{ removed: String(id) }]),
  ]),
]
const growingList = [
  follows(
    'a list grows by each note',
    from(list, '$'),
    ['length'],
    [created],
    'one more for each note',
    (after, before, added) => after.length === before.length + added.length,
  ),
]
const shortTexts = [holds('texts are short', rows, ['text'], 'a short text', ({ text }) => text.length < 3)]

test.each<[string, readonly Relation[], NotesHost]>([
  ['equal fields of an entity', equalNotes, { notes: [row(1)], others: [row(1)] }],
  ['other entities', equalNotes, { notes: [row(1)], others: [row(2, 'b')] }],
  [
    'a reference to a listed row, to none and to 0',
    knownParents,
    { notes: [row(1), row(2, 'a', 1), row(3, 'a', 0)] },
  ],
  ['a tree with an unlisted root', acyclicParents, { notes: [row(1, 'a', 9), row(2, 'a', 1)] }],
  ['a rule that holds', shortTexts, { notes: [row(1)] }],
  ['a stored note', storedNotes, { notes: [], later: [row(3, 'three')] }],
  [
    'an added and a removed row',
    requestedChanges,
    { notes: [row(1), row(2)], later: [row(2), row(3, 'three')] },
  ],
  [
    'a value that differs in a single response',
    equalNotes,
    { notes: [row(1)], others: [row(1)], once: [row(1, 'b')] },
  ],
  ['a list that grows', growingList, { notes: [row(1)], later: [row(1), row(3)] }],
])('accepts %s', async (_, relations, host) => {
  expect(await describeBroken(relations, host)).toEqual([])
})

test.each<[finding: string, readonly Relation[], NotesHost]>([
  [
    '$[].text: expected "a", as in GET /notes ($[].text, 2 requests earlier), got "b"',
    equalNotes,
    { notes: [row(1)], others: [row(1, 'b')] },
  ],
  [
    '$[].parent: expected a known id, as in GET /notes ($[].id, in the same response), got 7',
    knownParents,
    { notes: [row(1), row(2, 'a', 7)] },
  ],
  ['$[].parent: expected the id of a row above it, got 1', acyclicParents, { notes: [row(1, 'a', 1)] }],
  [
    '$[].parent: expected the id of a row above it, got 2',
    acyclicParents,
    { notes: [row(1, 'a', 2), row(2, 'a', 1)] },
  ],
  ['$[].text: expected a short text, got "long"', shortTexts, { notes: [row(1, 'long')] }],
  [
    '$[].text: expected "three", as in POST /notes ($.text, 2 requests earlier), got "b"',
    storedNotes,
    { notes: [], later: [row(3, 'b')] },
  ],
  [
    '$: expected the previous rows, plus added and minus removed ones, as in GET /notes ($, 3 requests earlier), got []',
    requestedChanges,
    { notes: [row(1), row(2)], later: [] },
  ],
  [
    '$.length: expected one more for each note, as in GET /notes ($.length, 3 requests earlier), got 3',
    growingList,
    { notes: [row(1)], later: [row(1), row(3), row(4)] },
  ],
  // Only the redactor may truncate text, because a part of a secret is not recognised.
  ['$[].text: expected a short text, got string', shortTexts, { notes: [row(1, 'long '.repeat(20))] }],
])('reports %s', async (finding, relations, host) => {
  expect(await describeBroken(relations, host)).toContain(finding)
})

test('accepts changes by others between two reads of a run without writes', async () => {
  const relations = [...growingList, ...requestedChanges]
  expect(
    await describeBroken(relations, { notes: [row(1)], later: [row(2)], others: [row(1)] }, false),
  ).toEqual([])
})

test('a finding skips only the relations that read its field, and the report lists them', async () => {
  const wrong = [{ ...row(1, 'long', 1), text: 7 }] as unknown as Note[]
  const report = await validateHost([...shortTexts, ...acyclicParents], { notes: wrong })
  expect(report.endpoints[0]?.findings.map(({ rule, where }) => `${rule} ${where}`)).toEqual([
    'type $[].text',
    'relation $[].parent',
  ])
  expect(report.endpoints[0]?.notes).toEqual([
    'not checked: texts are short (relations that read a field with a finding)',
  ])
})

const people = endpoint({
  method: 'GET',
  path: '/people',
  auth: 'bearer',
  readOnly: 'a list',
  responses: { 200: z.array(z.object({ id: z.int(), name: z.string(), friend: z.int().nullable() })) },
})
const rename = endpoint({
  method: 'POST',
  path: '/people',
  auth: 'bearer',
  body: z.object({ name: z.string() }),
  responses: { 200: z.object({}) },
})
const person = (id: number, name: string, friend: number | null = null) => ({ id, name, friend })
const inPeople = from(people, '$[]')
const friends = [reference('a friend is a person', inPeople, 'friend', inPeople, 'id')]
const sameName = [
  entity<ReturnType<typeof person>>('a person is the same everywhere', 'id', ['name']).in(inPeople),
]

/** Returns a result with a response of the public list, or of the other one for an account. */
const readResult = (body: unknown, change: Partial<CheckResult> = {}) =>
  resultWith(
    { body },
    { endpoint: change.account ? people : list, path: '/x', request: {}, curl: 'curl', ...change },
  )

/** Checks relations between results. `again` are the bodies of repeated reads, by default the same ones. */
async function checkResults(
  relations: readonly Relation[],
  results: CheckResult[],
  { counted = 0, latest, again }: { counted?: number; latest?: CheckResult; again?: unknown[] } = {},
) {
  const reply = (_: unknown, number: number) => {
    const body = again?.[number - 1] ?? results[number - 1]?.response?.body
    return responseWith({ body, headers: JSON_HEADERS })
  }
  const { host, sent } = hostWith({ relations }, results, reply, counted)
  const violations = await checkRelations(host, { latest })
  return {
    sent: sent.length,
    violations,
    found: violations.flatMap(({ findings }) => findings.map(describeFinding)),
  }
}

test('texts of an account are masked, so that they can be compared and not read', async () => {
  const results = ['Ada Lovelace', 'Grace Hopper'].map((name) =>
    readResult([person(1, name)], { account: 'a' }),
  )
  const { found } = await checkResults(sameName, results)
  const text = 'string\\(\\d+–\\d+\\) #[\\da-f]{8}'
  expect(found).toEqual([
    expect.stringMatching(
      new RegExp(
        `^\\$\\[\\].name: expected ${text}, as in GET /people \\(\\$\\[\\].name, 1 request earlier\\), got ${text}$`,
      ),
    ),
  ])
  const [masks] = found.map((line) => line.match(/#[\da-f]{8}/g))
  expect(new Set(masks).size).toBe(2)
})

test('shows numbers from an account, and marks sent texts as sent', async () => {
  const alone = await checkResults(friends, [readResult([person(1, 'Ada', 7)], { account: 'a' })])
  expect(alone.found[0]).toMatch(/got 7$/)
  const people = entity<{ id: number; name: string }>('a person is the same everywhere', 'id', ['name'])
  const relations = [people.in(inPeople), people.in(sent(rename, [], ({ name }) => [{ id: 1, name }]))]
  const renamed = readResult(
    {},
    { account: 'a', endpoint: rename, request: { body: { name: 'Ada Lovelace' } } },
  )
  const { found } = await checkResults(relations, [
    renamed,
    readResult([person(1, 'Grace Hopper')], { account: 'a' }),
  ])
  expect(found[0]).toMatch(/expected the sent string\(\d+–\d+\) #[\da-f]{8}, as in POST \/people/)
})

test('an id of another account is unknown', async () => {
  const both = [
    readResult([person(1, 'Ada', 2)], { account: 'a' }),
    readResult([person(2, 'Bob', null)], { account: 'b' }),
  ]
  expect((await checkResults(friends, both)).found).toHaveLength(1)
  const same = both.map((result) => ({ ...result, account: 'a' }))
  expect((await checkResults(friends, same)).found).toEqual([])
})

const BROKEN = [row(1, 'long')]

test.each<[what: string, result: CheckResult]>([
  ['was not sent', readResult(BROKEN, { state: 'skipped' })],
  ['failed', resultWith({ body: BROKEN, status: 300 }, { endpoint: list, request: {} })],
  ['has no body', readResult(undefined)],
  ['belongs to a probe', readResult(BROKEN, { kind: 'probe' })],
  [
    'has another status than expected',
    readResult(BROKEN, { findings: [findingAt('status', '$status', '200', '203')] }),
  ],
  [
    'has a finding at the same field',
    readResult(BROKEN, { findings: [findingAt('type', '$[].text', 'a', 'b')] }),
  ],
])('ignores a response that %s', async (_, result) => {
  expect((await checkResults(shortTexts, [result])).found).toEqual([])
})

test.each([
  ['headers', findingAt('cors', '$headers.access-control-allow-origin', '*', 'missing')],
  ['the time', findingAt('slow', '$time', 'a', 'b')],
  ['another field', findingAt('type', '$[].parent', 'a', 'b')],
  ['an undeclared field', { ...findingAt('extra', '$[].text', 'a', 'b'), class: 'additive' as const }],
])('a finding at %s does not matter', async (_, finding) => {
  expect((await checkResults(shortTexts, [readResult(BROKEN, { findings: [finding] })])).found).toHaveLength(
    1,
  )
})

test('after a repeated read, a violation is reported once per field with a count', async () => {
  const result = readResult([row(1, 'long'), row(2, 'b'), row(3, 'longer')])
  const { found, sent, violations } = await checkResults(shortTexts, [result])
  expect(found).toEqual(['$[].text: expected a short text, got "long" (2 times)'])
  expect(sent).toBe(1)
  expect(violations).toMatchObject([
    {
      kind: 'relation',
      isUnreported: false,
      requests: 0,
      ms: 0,
      testCase: { title: 'texts are short', status: 200 },
    },
  ])
})

test('a violation that the repeated read does not have is not reported', async () => {
  expect((await checkResults(shortTexts, [readResult(BROKEN)], { again: [[row(1)]] })).found).toEqual([])
})

test('a read is not repeated beyond the limit of requests, and its violation is reported', async () => {
  const again = [[row(1)]]
  const beyond = await checkResults(shortTexts, [readResult(BROKEN)], { counted: 60, again })
  expect([beyond.sent, beyond.found.length]).toEqual([0, 1])
  const within = await checkResults(shortTexts, [readResult(BROKEN)], { counted: 59, again })
  expect([within.sent, within.found.length]).toEqual([1, 0])
})

test('after a write, only the latest read is repeated', async () => {
  const first = readResult(BROKEN)
  const second = readResult(BROKEN)
  expect((await checkResults(shortTexts, [second], { latest: second, counted: 60 })).sent).toBe(1)
  expect((await checkResults(shortTexts, [first], { latest: second })).sent).toBe(0)
})

test('texts of more than 60 characters are shown as their type', async () => {
  const describeText = async (text: string) =>
    (await checkResults(shortTexts, [readResult([row(1, text)])])).found[0]
  const longest = 'x'.repeat(58)
  expect(await describeText(longest)).toContain(`got "${longest}"`)
  expect(await describeText(`${longest}x`)).toContain('got string')
})

test('a violation names the other request by its distance, and repeats both', async () => {
  const first = readResult([row(1, 'a')], { curl: 'curl 1' })
  const second = readResult([row(2, 'b')])
  const third = readResult([row(1, 'c')], { curl: 'curl 3' })
  const { found, violations } = await checkResults([note.in(rows)], [first, second, third], {
    again: [[row(1, 'a')], [row(1, 'c')]],
  })
  expect(found).toEqual([
    expect.stringMatching(/GET \/notes \(\$\[\]\.text, 2 requests (earlier|later)\), got/),
  ])
  expect(violations[0]?.curl).toMatch(/^curl [13] ; curl [13]$/)
})

test('redacted values are not compared', async () => {
  const texts = async (one: string, two: string) =>
    (await checkResults([note.in(rows)], [readResult([row(1, one)]), readResult([row(1, two)])])).found.length
  expect(await texts('a', 'b')).toBe(1)
  expect(await texts('***', 'b')).toBe(0)
  expect(await texts('a', '#1a2b3c4d')).toBe(0)
  expect(await texts('a', 'x #1a2b3c4d')).toBe(1)
})

test('texts of an endpoint that requires a token are masked, and those of public ones are shown', async () => {
  const bearer = readResult([row(1, 'secret text')], { endpoint: { ...list, auth: 'bearer' } })
  expect((await checkResults(shortTexts, [bearer])).found[0]).toMatch(/got string\(\d+–\d+\) #[\da-f]{8}$/)
  expect((await checkResults(shortTexts, [readResult([row(1, 'public text')])])).found[0]).toMatch(
    /got "public text"$/,
  )
})
