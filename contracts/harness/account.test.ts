import { expect, test } from 'vitest'
import { z } from 'zod'
import { contractsOf } from '../src/define-contracts.ts'
import { endpoint } from '../src/endpoint.ts'
import { type RunOptions, runContract } from './run.ts'

const Failure = z.object({ message: z.string() })
const readOnly = 'the own account'
const list = endpoint({
  method: 'GET',
  path: '/notes',
  readOnly: 'a list',
  responses: { 200: z.array(Failure) },
})
const info = endpoint({
  method: 'GET',
  path: '/me',
  auth: 'bearer',
  readOnly,
  responses: { 200: Failure, 401: Failure },
})
const login = endpoint({
  method: 'POST',
  path: '/login',
  responses: { 200: z.object({ token: z.string() }) },
})
const contracts = contractsOf({
  endpoints: { notes: { list }, auth: { login }, me: { info } },
  cases: { auth: { login: [{ title: 'logs in', status: 200 }] } },
  login: { endpoint: 'auth.login', tokenField: 'token' },
})
/** Validates a host that rejects every login and token. */
function validated(credentials: RunOptions['target']['credentials']) {
  const fetch = async (input: unknown) =>
    String(input).endsWith('/notes') ? Response.json([]) : Response.json({ message: 'no' }, { status: 401 })
  return runContract({
    contracts,
    target: {
      origin: 'http://notes.test',
      fetch: fetch as typeof globalThis.fetch,
      credentials,
      isEmulator: false,
    },
    emulator: null,
  })
}
const reasonOf = ({ endpoints }: Awaited<ReturnType<typeof validated>>, name: string) => {
  const { status, reason } = endpoints.find((endpoint) => endpoint.name === name) ?? {}
  return `${status}: ${reason}`
}

test('a rejected password is an error and no drift', async () => {
  const report = await validated({ email: 'ada@mail.test', password: 'rotated' })
  expect(report.summary.exitCode).toBe(4)
  expect(reasonOf(report, 'auth.login')).toBe(
    'error: the host rejects the login; the password may have been changed (401): PROVIDER_EMAIL and PROVIDER_PASSWORD are set; PROVIDER_TOKEN is missing',
  )
})

test('a rejected token is an error and no drift', async () => {
  const report = await validated({ token: 'expired' })
  expect(report.summary.exitCode).toBe(4)
  expect(reasonOf(report, 'me.info')).toMatch(
    /^error: the host rejects the token, which may have expired \(401\): PROVIDER_TOKEN is set/,
  )
})
