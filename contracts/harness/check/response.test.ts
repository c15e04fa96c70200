import { expect, test } from 'vitest'
import { z } from 'zod'
import type { Case } from '../../src/case.ts'
import { endpoint } from '../../src/endpoint.ts'
import { describeFinding } from '../../src/schema/finding.ts'
import type { HostResponse } from '../send/request.ts'
import { validateResponse } from './response.ts'

const rules = {
  origin: 'https://shop.example',
  maxAge: 3600,
  isFailure: (body: unknown) => (body as { success?: boolean }).success === false,
}
const Row = z.object({ id: z.int(), success: z.boolean().optional() })
const read = endpoint({
  method: 'GET',
  path: '/row',
  auth: 'bearer',
  responses: { 200: Row, 201: Row, 204: z.undefined(), 401: z.object({ message: z.string() }) },
})
const headers = { 'content-type': 'application/json', 'access-control-allow-origin': '*' }

type Given = Partial<Omit<HostResponse, 'headers'>> & { headers?: Record<string, string> }

const check = (given: Given, example: Partial<Case> = {}) =>
  validateResponse(
    rules,
    read,
    { title: 'a row', status: 200, as: 'customer', ...example },
    {
      ...{
        kind: 'response',
        status: 200,
        size: 8,
        bytes: new Uint8Array(),
        body: { id: 1 },
        flaw: null,
        ms: 9,
      },
      ...given,
      headers: new Map(Object.entries({ ...headers, ...given.headers })),
    },
  ).map((finding) => `${finding.class} ${finding.rule} ${describeFinding(finding)}`)

const isPresent = (body: unknown) => (body as { id: number }).id > 1
const content = { name: 'a row', isPresent, isRequired: true }

test.each<[string, Given, Partial<Case>?]>([
  ['a valid body', {}],
  ['a response within five seconds', { ms: 5000 }],
  ['another declared success', { status: 201 }],
  [
    'a declared status without a body',
    { status: 204, body: undefined, flaw: { kind: 'empty' } },
    { status: 204 },
  ],
  ['CORS for the origin', { headers: { 'access-control-allow-origin': rules.origin } }],
  [
    'a media type with a suffix and a charset',
    { headers: { 'content-type': 'application/hal+json; charset="UTF-8"' } },
  ],
  ['private caching for an hour', { headers: { 'cache-control': 'private, max-age=3600' } }],
  [
    'public caching without a token',
    { headers: { 'cache-control': 'public, max-age=3600' } },
    { as: 'anonymous' },
  ],
  [
    'an error without headers',
    { status: 401, body: { message: 'no' }, headers: { 'content-type': 'text/html' } },
    { status: 401 },
  ],
  ['the required content', { body: { id: 2 } }, { content }],
  ['missing content that is not required', {}, { content: { ...content, isRequired: false } }],
  ['a reported success', { body: { id: 1, success: true } }],
])('accepts %s', (_, given, example) => {
  expect(check(given, example)).toEqual([])
})

const html = { 'content-type': 'text/html' }

test.each<[finding: string, Given, Partial<Case>?]>([
  ['behaviour slow $time: expected a response within 5000 ms, got 5001 ms', { ms: 5001 }],
  [
    'behaviour redirect $redirect: expected status 200, got 302 to /x',
    { status: 302, headers: { location: '/x' } },
  ],
  ['behaviour redirect $redirect: expected status 200, got 302 without a Location header', { status: 302 }],
  ['behaviour status $status: expected 200, got 203', { status: 203 }],
  ['behaviour status $status: expected 401, got 403', { status: 403 }, { status: 401, as: 'anonymous' }],
  [
    'behaviour access $status: expected 401 without a valid token, got 200',
    {},
    { status: 401, as: 'anonymous' },
  ],
  [
    'behaviour content-type $headers.content-type: expected application/json, got text/html',
    { headers: html },
  ],
  [
    'behaviour content-type $headers.content-type: expected application/json, got application/json; charset=latin1',
    { headers: { 'content-type': 'application/json; charset=latin1' } },
  ],
  [
    'behaviour cors $headers.access-control-allow-origin: expected *, got https://a.example',
    { headers: { 'access-control-allow-origin': 'https://a.example' } },
  ],
  [
    'behaviour cache $headers.cache-control: expected no shared caching of customer data, got s-maxage=1',
    { headers: { 'cache-control': 's-maxage=1' } },
  ],
  [
    'behaviour cache $headers.cache-control: expected no caching for more than an hour, got max-age=3601',
    { headers: { 'cache-control': 'max-age=3601' } },
  ],
  [
    'behaviour cache $headers.cache-control: expected no caching for more than an hour, got immutable',
    { headers: { 'cache-control': 'immutable' } },
  ],
  ['breaking refused $: expected a row, got an error body', {}, { content }],
  [
    'breaking refused $.success: expected true with a success status, got false',
    { body: { id: 1, success: false } },
  ],
  ['breaking type $.id: expected integer, got string', { body: { id: '1' } }, { content }],
  ['breaking not-json $: expected JSON, got an empty body', { flaw: { kind: 'empty' } }],
  ['breaking not-json $: expected JSON, got an HTML page', { flaw: { kind: 'html' }, headers: html }],
  [
    'breaking not-json $: expected JSON, got text before the JSON: Warning',
    { flaw: { kind: 'text-before-json', text: 'Warning' }, headers: html },
  ],
  ['breaking not-json $: expected JSON, got a body that is not JSON', { flaw: { kind: 'not-json' } }],
  ['breaking cut-short $: expected JSON, got a truncated body', { flaw: { kind: 'cut-short' } }],
  ['breaking too-large $: expected JSON, got a body larger than 8 MB', { flaw: { kind: 'too-large' } }],
  ['breaking encoding $: expected JSON, got invalid UTF-8', { flaw: { kind: 'not-utf8' } }],
  [
    'breaking encoding $: expected JSON, got a body that does not match Content-Encoding',
    { flaw: { kind: 'wrong-encoding' } },
  ],
  ['breaking missing $.message: expected string, got missing', { status: 401, body: {} }, { status: 401 }],
])('reports %s', (finding, given, example) => {
  expect(check(given, example)).toEqual([finding])
})
