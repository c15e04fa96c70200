import { type Exchange, emptyExchange } from '../harness/send/exchange.ts'
import type { HostResponse } from '../harness/send/request.ts'
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

/** Returns a validated exchange with a response, for tests that need no host. */
export const exchangeWith = (
  response: Partial<HostResponse> = {},
  change: Partial<Exchange> = {},
): Exchange => ({
  ...emptyExchange({
    name: 'a.list',
    endpoint: list,
    example: { title: 'lists', status: 200 },
    isSilent: false,
  }),
  state: 'validated',
  requests: 1,
  ms: 90,
  response: responseWith(response),
  ...change,
})
