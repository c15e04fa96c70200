import { z } from 'zod'
import { addRun, type Profile, profileRun, type RunProfile } from '../harness/check/profile.ts'
import type { CheckResult } from '../harness/check-result.ts'
import { endpoint } from '../src/endpoint.ts'
import { JSON_HEADERS, resultWith } from './results.ts'

const Row = z.object({
  id: z.union([z.int(), z.string()]),
  kind: z.enum(['book', 'pen']).nullable(),
  mail: z.string().nullable().optional(),
  created_at: z.string(),
})
/** An endpoint with all properties that a profile remembers. */
export const list = endpoint({
  method: 'GET',
  path: '/rows',
  responses: { 200: z.object({ rows: z.array(Row), note: z.string().optional() }) },
})

/** What a test states about a response of the endpoint. `headers`: names of those that a profile contains. */
export type GivenResponse = {
  body?: object
  status?: number
  headers?: string[]
  size?: number
  ms?: number
}

const day = (index: number) => `2026-11-${19 - index}`
export const row = (index: number, change: object = {}) => ({
  id: index,
  kind: index % 2 ? 'pen' : 'book',
  mail: `a${index}@b.test`,
  created_at: day(index),
  ...change,
})
export const rows = (change: object = {}, length = 6) =>
  Array.from({ length }, (_, index) => row(index, change))

/** Returns the result of a case of the endpoint. */
export const resultOf = (
  {
    body = { rows: rows(), note: 'new' },
    status = 200,
    headers = ['vary', 'etag'],
    size = 500,
    ms = 90,
  }: GivenResponse = {},
  change: Partial<CheckResult> = {},
): CheckResult => {
  const names = new Map([...JSON_HEADERS, ...headers.map((name) => [name, 'x'] as const)])
  return resultWith(
    { status, headers: names, size, body, ms },
    { name: 'rows.list', endpoint: list, request: {}, ms, ...change },
  )
}

/** Returns the profile of one run. */
export const runOf = (given?: GivenResponse) => profileRun([resultOf(given)]) as RunProfile

/** Returns the profile of runs with the given responses. */
export function learnProfile(...runs: GivenResponse[]): Profile {
  const profiles = runs.reduce<Record<string, Profile>>(
    (known, run) => addRun(known, { 'rows.list': runOf(run) }),
    {},
  )
  return profiles['rows.list'] as Profile
}
/** A profile of as many runs as a comparison requires. */
export const EARLIER = learnProfile({}, {}, { ms: 100 })
