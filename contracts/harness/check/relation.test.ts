import { expect, test } from 'vitest'
import { z } from 'zod'
import { defineContracts } from '../../src/define-contracts.ts'
import { endpoint } from '../../src/endpoint.ts'
import {
  collects,
  entity,
  follows,
  from,
  holds,
  type Relation,
  reference,
  sent,
  tree,
} from '../../src/relation.ts'
import { validate } from '../run.ts'

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
async function validated(
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

async function broken(...options: Parameters<typeof validated>): Promise<string[]> {
  const report = await validated(...options)
  return report.endpoints.flatMap(({ findings }) =>
    findings.map(({ where, expected, actual }) => `${where}: expected ${expected}, got ${actual}`),
  )
}

const row = (id: number, text = 'a', parent: number | null = null): Note => ({ id, text, parent })
const everywhere = [note.in(rows), note.in(from(pinned, '$[]'))]
const known = [reference('a parent is a note', rows, 'parent', rows, 'id')]
const forest = [tree('a note is not its own ancestor', rows, 'id', 'parent')]
const written = [note.in(rows), note.in(created)]
const changes = [
  collects('notes change as requested', from(list, '$'), [
    sent(add, ['id'], (_, { id }) => [{ added: String(id) }]),
    sent(remove, [], ({ id }) => [{ removed: String(id) }]),
  ]),
]
const grows = [
  follows(
    'a list grows by each note',
    from(list, '$'),
    ['length'],
    [created],
    'one more for each note',
    (after, before, added) => after.length === before.length + added.length,
  ),
]
const short = [holds('texts are short', rows, ['text'], 'a short text', ({ text }) => text.length < 3)]

test.each<[string, readonly Relation[], NotesHost]>([
  ['equal fields of an entity', everywhere, { notes: [row(1)], others: [row(1)] }],
  ['other entities', everywhere, { notes: [row(1)], others: [row(2, 'b')] }],
  [
    'a reference to a listed row, to none and to 0',
    known,
    { notes: [row(1), row(2, 'a', 1), row(3, 'a', 0)] },
  ],
  ['a tree with an unlisted root', forest, { notes: [row(1, 'a', 9), row(2, 'a', 1)] }],
  ['a rule that holds', short, { notes: [row(1)] }],
  ['a stored note', written, { notes: [], later: [row(3, 'three')] }],
  ['an added and a removed row', changes, { notes: [row(1), row(2)], later: [row(2), row(3, 'three')] }],
  [
    'a value that differs in a single response',
    everywhere,
    { notes: [row(1)], others: [row(1)], once: [row(1, 'b')] },
  ],
  ['a list that grows', grows, { notes: [row(1)], later: [row(1), row(3)] }],
])('accepts %s', async (_, relations, host) => {
  expect(await broken(relations, host)).toEqual([])
})

test.each<[finding: string, readonly Relation[], NotesHost]>([
  [
    '$[].text: expected "a", as in GET /notes ($[].text, 2 requests earlier), got "b"',
    everywhere,
    { notes: [row(1)], others: [row(1, 'b')] },
  ],
  [
    '$[].parent: expected a known id, as in GET /notes ($[].id, in the same response), got 7',
    known,
    { notes: [row(1), row(2, 'a', 7)] },
  ],
  ['$[].parent: expected the id of a row above it, got 1', forest, { notes: [row(1, 'a', 1)] }],
  [
    '$[].parent: expected the id of a row above it, got 2',
    forest,
    { notes: [row(1, 'a', 2), row(2, 'a', 1)] },
  ],
  ['$[].text: expected a short text, got "long"', short, { notes: [row(1, 'long')] }],
  [
    '$[].text: expected "three", as in POST /notes ($.text, 2 requests earlier), got "b"',
    written,
    { notes: [], later: [row(3, 'b')] },
  ],
  [
    '$: expected the previous rows, plus added and minus removed ones, as in GET /notes ($, 3 requests earlier), got []',
    changes,
    { notes: [row(1), row(2)], later: [] },
  ],
  [
    '$.length: expected one more for each note, as in GET /notes ($.length, 3 requests earlier), got 3',
    grows,
    { notes: [row(1)], later: [row(1), row(3), row(4)] },
  ],
  // Only the redactor may truncate text, because a part of a secret is not recognised.
  ['$[].text: expected a short text, got string', short, { notes: [row(1, 'long '.repeat(20))] }],
])('reports %s', async (finding, relations, host) => {
  expect(await broken(relations, host)).toContain(finding)
})

test('accepts changes by others between two reads of a run without writes', async () => {
  const relations = [...grows, ...changes]
  expect(await broken(relations, { notes: [row(1)], later: [row(2)], others: [row(1)] }, false)).toEqual([])
})

test('a finding skips only the relations that read its field, and the report lists them', async () => {
  const wrong = [{ ...row(1, 'long', 1), text: 7 }] as unknown as Note[]
  const report = await validated([...short, ...forest], { notes: wrong })
  expect(report.endpoints[0]?.findings.map(({ rule, where }) => `${rule} ${where}`)).toEqual([
    'type $[].text',
    'relation $[].parent',
  ])
  expect(report.endpoints[0]?.notes).toEqual([
    'not checked: texts are short (relations that read a field with a finding)',
  ])
})
