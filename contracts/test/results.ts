import { z } from 'zod'
import { type CheckResult, emptyResult } from '../harness/check-result.ts'
import type { Host } from '../harness/send/host.ts'
import type { OutgoingRequest } from '../harness/send/outgoing-request.ts'
import { createRedactor } from '../harness/send/redactor.ts'
import type { HostResponse } from '../harness/send/request.ts'
import type { Session } from '../harness/send/session.ts'
import type { Contracts } from '../src/contracts.ts'
import { parseContracts } from '../src/define-contracts.ts'
import { endpoint } from '../src/endpoint.ts'

const list = endpoint({ method: 'GET', path: '/a', responses: {} })

/** Returns a response with an empty JSON object. */
export const responseWith = (change: Partial<HostResponse> = {}): HostResponse => ({
  kind: 'response',
  status: 200,
  headers: new Map(),
  size: 2,
  bytes: new Uint8Array(),
  body: {},
  flaw: null,
  ms: 90,
  ...change,
})

/** Returns a validated result with a response, for tests that need no host. */
export const resultWith = (
  response: Partial<HostResponse> = {},
  change: Partial<CheckResult> = {},
): CheckResult => ({
  ...emptyResult({
    name: 'a.list',
    endpoint: list,
    testCase: { title: 'lists', status: 200 },
    isUnreported: false,
  }),
  state: 'completed',
  requests: 1,
  ms: 90,
  response: responseWith(response),
  ...change,
})

/** Contracts without endpoints. */
const EMPTY: Contracts = {
  ...parseContracts({ endpoints: { a: { list: { ...list, responses: { 200: z.unknown() } } } } }),
  endpoints: {},
  cases: {},
}

type Reply = Awaited<ReturnType<Session['send']>>

/** The headers of a JSON response. */
export const JSON_HEADERS = new Map([['content-type', 'application/json']])

/**
 * Returns a host with the results so far, whose replies are given, and the list of what is sent to it.
 * @param reply receives the number of the request, which is 1 for the first
 * @param counted number of earlier requests that count towards the limit
 */
export function hostWith(
  change: Partial<Contracts>,
  results: CheckResult[],
  reply: (outgoing: OutgoingRequest, number: number) => Reply,
  counted = 0,
): { host: Host; sent: OutgoingRequest[] } {
  const sent: OutgoingRequest[] = []
  const contracts = { ...EMPTY, ...change }
  const session: Session = {
    contracts,
    origin: 'http://x.test',
    send: async (outgoing) => reply(outgoing, sent.push(outgoing)),
    curl: () => 'curl',
    useToken: () => {},
    currentToken: () => null,
    requestCount: () => sent.length,
    rateLimitedCount: () => counted + sent.length,
  }
  const host: Host = {
    contracts,
    origin: session.origin,
    credentials: null,
    isEmulator: false,
    session,
    redactor: createRedactor(),
    values: {},
    results,
    isProviderConfirmed: false,
    isStaging: false,
    leftBehind: new Map(),
    signal: undefined,
    isUndoing: false,
    onProgress: () => {},
  }
  return { host, sent }
}
