import { z } from 'zod'
import { type RunOptions, runContract } from '../harness/run-contract.ts'
import type { Case } from '../src/case.ts'
import { parseContracts } from '../src/define-contracts.ts'
import { endpoint } from '../src/endpoint.ts'

// A small API with notes and accounts, and a host for it.

const Note = z.object({ id: z.int(), text: z.string() })
const Failure = z.object({ message: z.string() })
const read = { method: 'GET', readOnly: 'a list' } as const
export const list = endpoint({ ...read, path: '/notes', responses: { 200: z.array(Note) } })
export const add = endpoint({ method: 'POST', path: '/notes', responses: { 200: Note, 422: Failure } })
const remove = endpoint({ method: 'DELETE', path: '/notes', responses: { 200: Failure } })
export const info = endpoint({
  ...read,
  path: '/me',
  auth: 'bearer',
  responses: { 200: Failure, 401: Failure },
})
export const login = endpoint({
  method: 'POST',
  path: '/login',
  responses: { 200: z.object({ token: z.string() }) },
})

const reads: Case = { title: 'lists notes', status: 200 }
const adds: Case = {
  title: 'adds a note',
  status: 200,
  request: { body: { text: 'contract-test' } },
  cleanup: 'removed by DELETE /notes',
  leaves: { what: 'note', text: ({ noteId }) => `note ${noteId}` },
  outputs: ['noteId'],
  extract: (body) => ({ noteId: (body as { id: number }).id }),
}
export const refuses: Case = { title: 'refuses an empty note', status: 422, request: { body: {} } }
const removes: Case = {
  title: 'removes the note',
  status: 200,
  inputs: ['noteId'],
  request: ({ noteId }) => ({ body: { id: noteId } }),
  cleanup: 'nothing to undo',
  removes: 'note',
}
export const notes = parseContracts({
  endpoints: { notes: { list, add, again: list, remove } },
  cases: { notes: { list: [reads], add: [refuses, adds], again: [reads], remove: [removes] } },
})
export const account = parseContracts({
  endpoints: { notes: { list }, auth: { login }, me: { info } },
  cases: { notes: { list: [reads] }, auth: { login: [{ title: 'logs in', status: 200 }] } },
  login: { endpoint: 'auth.login', tokenField: 'token' },
})

/** Validates a host that accepts every write and no account. `onRequest` may return another response. */
export async function validateNotes(
  options: Partial<Omit<RunOptions, 'target'> & RunOptions['target']> = {},
  onRequest: (request: string, path: string) => unknown = () => {},
  /** Receives the tokens that the host receives. */
  tokens: unknown[] = [],
) {
  const requests: string[] = []
  const fetch = async (input: unknown, { method = 'GET', body, headers = {} }: RequestInit = {}) => {
    const { Authorization: token } = headers as Record<string, string>
    if (token !== undefined) tokens.push(token)
    const request = body ? `${method} ${body}` : method
    requests.push(request)
    const { pathname } = new URL(String(input))
    const other = await onRequest(request, pathname)
    if (other instanceof Response) return other
    if (/login|me$/.test(pathname)) return Response.json({ message: 'no' }, { status: 401 })
    const added = { id: 7, text: '' }
    return Response.json(method === 'GET' ? [] : method === 'POST' ? added : { message: 'removed' })
  }
  const { credentials = null, isEmulator = false, ...more } = options
  const target = {
    origin: 'http://notes.test',
    fetch: fetch as typeof globalThis.fetch,
    credentials,
    isEmulator,
  }
  const report = await runContract({ contracts: notes, target, emulator: null, write: true, ...more })
  return { report, requests }
}
