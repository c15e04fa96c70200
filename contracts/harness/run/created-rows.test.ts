import { expect, test } from 'vitest'
import { z } from 'zod'
import { validate } from '../../package/validate.ts'
import { defineContracts } from '../../src/define-contracts.ts'
import { endpoint } from '../../src/endpoint.ts'
import { collects, entity } from '../../src/relation.ts'
import { describeFinding } from '../../src/schema/finding.ts'
import { from, sent } from '../../src/selection.ts'

// The run creates, reads, renames and deletes a note.

const Note = z.object({ id: z.int(), text: z.string() })
const Failure = z.object({ error: z.string() })
const params = z.object({ id: z.string() })
const readOnly = 'a list'
const list = endpoint({ method: 'GET', path: '/notes', readOnly, responses: { 200: z.array(Note) } })
const add = endpoint({
  method: 'POST',
  path: '/notes',
  auth: 'bearer',
  body: Note.pick({ text: true }),
  responses: { 201: Note },
})
const get = endpoint({
  method: 'GET',
  path: '/notes/{id}',
  auth: 'bearer',
  readOnly: 'a note of the account',
  params,
  responses: { 200: Note, 401: Failure, 404: Failure },
})
const remove = endpoint({
  method: 'DELETE',
  path: '/notes/{id}',
  auth: 'bearer',
  params,
  responses: { 204: z.void() },
})

const request = ({ noteId }: { noteId: number }) => ({ params: { id: noteId } })
const inputs = ['noteId'] as const
const note = entity<z.infer<typeof Note>>('a note is stored as sent', 'id', ['text'])

const contracts = defineContracts<{ noteId: number }>({
  endpoints: { notes: { list, add, get, remove }, later: { list } },
  cases: {
    notes: {
      add: [
        {
          title: 'adds a note',
          status: 201,
          request: { body: { text: 'contract-test' } },
          cleanup: 'removed later',
          leaves: { what: 'note', text: ({ noteId }) => `note ${noteId}` },
          outputs: ['noteId'],
          extract: (body) => ({ noteId: (body as { id: number }).id }),
        },
      ],
      get: [
        { title: 'returns the note', status: 200, inputs, request },
        { title: 'refuses it without a token', status: 401, inputs, request },
      ],
      remove: [
        {
          title: 'removes the note',
          status: 204,
          inputs,
          request,
          cleanup: 'nothing to undo',
          removes: 'note',
        },
      ],
    },
    later: { list: [{ title: 'no longer lists the note', status: 200 }] },
  },
  relations: [
    collects('notes change only as requested', from(list, '$'), [
      sent(add, ['id'], (_, { id }) => [{ added: String(id) }]),
      sent(remove, [], (_, __, { id }) => [{ removed: id }]),
    ]),
    note.in(from(get, '$')),
    note.in(sent(add, ['id'], (body, { id }) => [{ ...body, id }])),
  ],
})

type Fault = 'wrong-type' | 'no-access-check' | 'other-text' | 'no-deletion'

/** Validates a host with a fault, and returns its findings. */
async function findingsOf(fault: Fault | null): Promise<string[]> {
  const notes = new Map<string, { id: number; text: string }>()
  const fetch = async (input: unknown, { method = 'GET', body, headers = {} }: RequestInit = {}) => {
    const { pathname } = new URL(String(input))
    if (pathname === '/notes' && method === 'GET') return Response.json([...notes.values()])
    if (!('Authorization' in headers) && fault !== 'no-access-check')
      return Response.json({ error: 'no token' }, { status: 401 })
    if (method === 'POST') {
      const note = { id: 7, text: JSON.parse(String(body)).text }
      notes.set('/notes/7', note)
      return Response.json(note, { status: 201 })
    }
    const note = notes.get(pathname)
    if (!note) return Response.json({ error: 'not found' }, { status: 404 })
    if (method === 'DELETE') {
      if (fault !== 'no-deletion') notes.delete(pathname)
      return new Response(null, { status: 204 })
    }
    if (fault === 'wrong-type') return Response.json({ ...note, text: 1 })
    return Response.json(fault === 'other-text' ? { ...note, text: 'other' } : note)
  }
  const report = await validate(contracts, {
    target: 'http://notes.test',
    token: 'a.b.c',
    write: true,
    fetch: fetch as typeof globalThis.fetch,
  })
  return report.endpoints.flatMap(({ name, findings }) =>
    findings.map((finding) => `${name} ${describeFinding(finding)}`),
  )
}

test.each<[fault: Fault | null, findings: unknown[]]>([
  [null, []],
  ['wrong-type', ['notes.get $.text: expected string, got integer']],
  ['no-access-check', ['notes.get $status: expected 401 without a valid token, got 200']],
  ['other-text', [expect.stringContaining('notes.get $.text: expected the sent string')]],
])('a read of a created row is not repeated after its deletion (%s)', async (fault, findings) => {
  expect(await findingsOf(fault)).toEqual(findings)
})

test('a deletion with status 204 removes a row, named by a parameter of the path', async () => {
  expect(await findingsOf(null)).toEqual([])
  expect(await findingsOf('no-deletion')).toEqual([
    expect.stringContaining('later.list $: expected the previous rows, plus added and minus removed ones'),
  ])
})
